import { colorFilters } from '@gossamer/contracts/settings';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceTile } from '../../../components/ui/choice-tile.tsx';
import exampleImage from './filter-example.webp';
import { useSettings } from './settings-context.tsx';

export function FilterField() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 text-small font-medium text-ink">{t('settings.filter')}</legend>
      <div className="grid grid-cols-4 gap-2">
        {colorFilters.map((filter) => (
          <ChoiceTile
            key={filter}
            group={group}
            value={filter}
            isChecked={form.filter === filter}
            onChoose={() => setForm((last) => ({ ...last, filter }))}
            isImage
          >
            <img
              src={exampleImage}
              alt=""
              width="112"
              height="112"
              className={`aspect-square w-full rounded-control object-cover outline-offset-2 outline-accent group-has-checked:outline-2 filter-${filter}`}
            />
            {t(`settings.filters.${filter}`)}
          </ChoiceTile>
        ))}
      </div>
    </fieldset>
  );
}
