import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/lazy-sheet.ts';
import { AdvancedOptions } from '../settings/advanced-options.tsx';
import { type SettingsForm, toSettings } from '../settings/compress-settings.ts';
import { EncodingFields } from '../settings/goal-fields.tsx';
import { fromSettings } from '../settings/saved/from-settings.ts';
import { SettingsScope, useSettings } from '../settings/settings-context.tsx';
import { isCompleted, type UploadItem } from '../uploads/upload-state.ts';
import { useUploadQueue } from '../uploads/uploads-context.tsx';

type Props = { item: UploadItem; onClose: () => void };

/** Sheet with the settings of a single image. Changing them compresses a completed image again. */
export function ItemSettings({ item, onClose }: Props) {
  const { t } = useTranslation(['compress', 'common']);
  const { dispatch, remove } = useUploadQueue();
  const { form: common } = useSettings();
  const [form, setForm] = useState<SettingsForm>(() => {
    const known = item.ownSettings ?? item.settings;
    return (known && fromSettings(known)) ?? common;
  });
  const { key, file, ownSettings } = item;
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      onDone={() => dispatch({ type: 'settingsChosen', key, settings: toSettings(form) })}
      title={t('compress:item.title', { name: file.name })}
      closeLabel={t('common:close')}
      doneLabel={t(isCompleted(item) ? 'compress:item.again' : 'compress:settings.done')}
    >
      <div className="grid content-start gap-[1.375rem] p-5">
        <SettingsScope form={form} setForm={setForm}>
          <EncodingFields />
          <AdvancedOptions />
        </SettingsScope>
        {ownSettings && (
          <Button
            variant="quiet"
            className="-ms-3 w-fit"
            onClick={() => {
              dispatch({ type: 'settingsChosen', key, settings: undefined });
              onClose();
            }}
          >
            {t('compress:item.reset')}
          </Button>
        )}
        {isCompleted(item) && (
          // On phones, the row of a completed image has no space for this button.
          <Button
            variant="dangerOutlined"
            className="max-w-full justify-self-start md:hidden"
            onClick={() => {
              remove(key);
              onClose();
            }}
          >
            <Trash2 aria-hidden size={17} className="shrink-0" />
            <span className="truncate">{t('compress:files.remove', { name: file.name })}</span>
          </Button>
        )}
      </div>
    </Sheet>
  );
}
