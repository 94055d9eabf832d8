import { type EncodedFormat, encodedFormats, formatNames } from '@gossamer/contracts/formats';
import { type PreservableMetadata, preservableMetadata } from '@gossamer/contracts/settings';
import { Link2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../app/paths.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { useToast } from '../../../components/ui/toast.tsx';
import {
  maxPatternChars,
  namePlaceholders,
  setNamePattern,
  useNamePattern,
} from '../../../lib/name-pattern.ts';
import { type SettingsForm, toSettings } from './compress-settings.ts';
import { useSettings } from './settings-context.tsx';
import { linkOf } from './settings-link.ts';
import { toggled } from './toggled.ts';

/**
 * Fields for settings that few users need. Archives have no image settings, because they keep the image and its
 * metadata unchanged. Files for a web page have fixed names, because the code for the page refers to them.
 */
export function MoreFields() {
  const { isArchiving, isForWeb } = useSettings().form;
  return (
    <>
      {!isArchiving && <ImageFields />}
      {!isForWeb && <NameField />}
      <CopyLinkButton />
    </>
  );
}

/** Fields for the formats of Auto, a background, metadata to keep, and colors. */
function ImageFields() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const id = useId();
  const change = (part: Partial<SettingsForm>) => setForm((last) => ({ ...last, ...part }));
  return (
    <>
      {form.format === 'auto' && !form.isForWeb && (
        <Choices<EncodedFormat>
          title={t('settings.autoFormats')}
          options={encodedFormats.map((value) => ({ value, label: formatNames[value] }))}
          chosen={form.autoFormats}
          onToggle={(format) => {
            const autoFormats = toggled(encodedFormats, form.autoFormats, format);
            // The last format cannot be removed.
            if (autoFormats.length > 0) change({ autoFormats });
          }}
        />
      )}
      <div className="grid gap-2.5">
        <Checkbox isChecked={form.isFilling} onChange={(isFilling) => change({ isFilling })}>
          {t('settings.fill')}
        </Checkbox>
        {form.isFilling && (
          <div className="flex items-center gap-2.5">
            <input
              id={id}
              type="color"
              value={form.background}
              onChange={(event) => change({ background: event.target.value.toLowerCase() })}
              className="h-(--g-control) w-16 cursor-pointer rounded-control border border-line bg-surface p-1"
            />
            <label htmlFor={id} className="text-small text-ink-2">
              {t('settings.background')} <code dir="ltr">{form.background}</code>
            </label>
          </div>
        )}
      </div>
      <Choices<PreservableMetadata>
        title={t('settings.preserve')}
        options={preservableMetadata.map((value) => ({ value, label: t(`settings.preserveKinds.${value}`) }))}
        chosen={form.preserve}
        onToggle={(kind) => change({ preserve: toggled(preservableMetadata, form.preserve, kind) })}
      />
      <Choices<ColorField>
        title={t('settings.colors')}
        options={colorFields.map((value) => ({ value, label: t(`settings.colorChoices.${value}`) }))}
        chosen={colorFields.filter((field) => form[field])}
        onToggle={(field) => setForm((last) => ({ ...last, [field]: !last[field] }))}
      />
    </>
  );
}

const colorFields = ['isSrgb', 'dropsHdr'] as const satisfies (keyof SettingsForm)[];
type ColorField = (typeof colorFields)[number];

type ChoicesProps<Value extends string | number> = {
  title: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onToggle: (value: Value) => void;
};

/** Group of checkboxes. */
export function Choices<Value extends string | number>({
  title,
  options,
  chosen,
  onToggle,
}: ChoicesProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-small font-medium text-ink">{title}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2.5">
        {options.map(({ value, label }) => (
          <Checkbox key={value} isChecked={chosen.includes(value)} onChange={() => onToggle(value)}>
            {label}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function NameField() {
  const { t } = useTranslation('compress');
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-ink">
        {t('settings.names.title')}
      </label>
      <input
        id={id}
        type="text"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxPatternChars}
        placeholder="{name}"
        className="input"
        value={useNamePattern()}
        aria-describedby={`${id}-note`}
        onChange={(event) => setNamePattern(event.target.value)}
      />
      <p id={`${id}-note`} className="caption">
        {t('settings.names.note')} <bdi dir="ltr">{namePlaceholders.join(' ')}</bdi>
      </p>
    </div>
  );
}

/** Button that copies a link to this page with the current settings. */
function CopyLinkButton() {
  const { t } = useTranslation(['compress', 'common']);
  const { form } = useSettings();
  const showToast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(
        new URL(`${paths.compress}${linkOf(toSettings(form))}`, location.href).href,
      );
      showToast({
        title: t('compress:settings.link.done'),
        description: t('compress:settings.link.doneText'),
      });
    } catch {
      // Copying fails without permission or outside a secure context.
      showToast({ variant: 'destructive', title: t('common:copy.failed') });
    }
  }
  return (
    <Button variant="quiet" className="-my-2 -ms-3 w-fit" onClick={() => void copy()}>
      <Link2 aria-hidden size={17} />
      {t('compress:settings.link.action')}
    </Button>
  );
}
