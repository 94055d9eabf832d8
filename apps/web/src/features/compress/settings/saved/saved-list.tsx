import type { SavedSettings } from '@gossamer/contracts/saved-settings';
import { Check, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../components/ui/icon-button.tsx';
import { useSettings } from '../settings-context.tsx';
import { showsSettings } from './from-settings.ts';

type Props = {
  saved: SavedSettings[];
  onApply: (saved: SavedSettings) => void;
  onDelete: (saved: SavedSettings) => void;
};

/** List of saved settings. Pressing a name applies the settings. Settings that equal those of the form are marked. */
export function SavedList({ saved, onApply, onDelete }: Props) {
  const { t } = useTranslation('compress');
  const { form } = useSettings();
  return (
    <ul
      className="grid w-full gap-0.5 rounded-control border border-line p-1 md:max-h-72 md:overflow-y-auto"
      data-testid="saved-settings"
    >
      {saved.map((each) => {
        const { id, name, settings } = each;
        const isShown = showsSettings(form, settings);
        return (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              aria-pressed={isShown}
              onClick={() => onApply(each)}
              className="flex min-h-8.5 min-w-0 grow cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1 text-start text-small text-ink hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent pointer-coarse:min-h-11"
            >
              <bdi className="min-w-0 grow wrap-anywhere">{name}</bdi>
              {isShown && <Check aria-hidden size={16} className="shrink-0" />}
            </button>
            <IconButton
              label={t('settings.saved.delete', { name })}
              className="shrink-0"
              onClick={() => onDelete(each)}
            >
              <Trash2 aria-hidden size={17} />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
