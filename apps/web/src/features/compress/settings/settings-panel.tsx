import { ShieldCheck } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSpan } from '../../../i18n/format-time.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { AdvancedOptions } from './advanced-options.tsx';
import { FormatField } from './format-field.tsx';
import { QualityFields } from './quality-fields.tsx';

/** Settings for the next compression. Memoized, so that changes to the upload queue do not re-render the panel. */
export const SettingsPanel = memo(function SettingsPanel({ className = '' }: { className?: string }) {
  const { t } = useTranslation('compress');
  const { resultKeptMs } = usePlanLimits();
  return (
    <section
      aria-label={t('settings.title')}
      className={`grid content-start gap-[1.375rem] p-5 ${className}`}
    >
      <QualityFields />
      <FormatField />
      <AdvancedOptions />
      <p className="caption flex gap-2.5">
        <ShieldCheck aria-hidden size={17} />
        {t('settings.retention', { time: formatSpan(resultKeptMs) })}
      </p>
    </section>
  );
});
