import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterField } from './filter-field.tsx';
import { ResizeFields } from './resize-fields.tsx';

export function AdvancedOptions() {
  const { t } = useTranslation('compress');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <hr className="border-line" />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-my-2 flex min-h-9 w-full cursor-pointer items-center justify-between rounded-sm text-small font-medium text-ink"
      >
        {t(isOpen ? 'settings.hideAdvanced' : 'settings.showAdvanced')}
        <ChevronDown
          aria-hidden
          size={18}
          className={`transition-transform duration-(--g-base) ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div id={id} hidden={!isOpen} className="grid gap-5 [&[hidden]]:hidden">
        {isOpen && (
          <>
            <ResizeFields />
            <FilterField />
          </>
        )}
      </div>
    </>
  );
}
