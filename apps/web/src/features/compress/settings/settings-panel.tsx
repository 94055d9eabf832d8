import { ShieldCheck } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { formatSpan } from '../../../i18n/format-time.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { useSession } from '../../../lib/session.ts';
import { useBackend } from '../device/backend.ts';
import { AdvancedOptions } from './advanced-options.tsx';
import { AutoStartField } from './auto-start-field.tsx';
import { BackendField } from './backend-field.tsx';
import { initialSettings, isInitial } from './compress-settings.ts';
import { EncodingFields } from './goal-fields.tsx';
import { SavedSettings } from './saved/lazy-saved-settings.ts';
import { useSettings } from './settings-context.tsx';

/** Settings for the next compression. Memoized, so that changes to the upload queue do not re-render the panel. */
export const SettingsPanel = memo(function SettingsPanel({ className = '' }: { className?: string }) {
  const { t } = useTranslation('compress');
  const { resultKeptMs } = usePlanLimits();
  const isMember = Boolean(useSession());
  const backend = useBackend();
  return (
    <section
      aria-label={t('settings.title')}
      className={`grid content-start gap-[1.375rem] p-5 ${className}`}
    >
      <EncodingFields />
      <AdvancedOptions />
      {isMember && (
        // The minimum height reserves space for the lazy-loaded button.
        <div className="-my-2 min-h-9">
          <SavedSettings />
        </div>
      )}
      <AutoStartField />
      <BackendField />
      <div className="flex items-center gap-3 empty:hidden">
        {backend === 'cloud' && (
          <p className="caption flex gap-2.5">
            <ShieldCheck aria-hidden size={17} />
            {t('settings.retention', { time: formatSpan(resultKeptMs) })}
          </p>
        )}
        <ResetButton />
      </div>
    </section>
  );
});

/** Button that restores the default settings. Shown only if a setting differs from its default. */
function ResetButton() {
  const { t } = useTranslation('compress');
  const { form, setForm } = useSettings();
  if (isInitial(form)) return null;
  return (
    <Button
      variant="quiet"
      className="-my-2 ms-auto -me-3 shrink-0"
      onClick={() => setForm(() => initialSettings)}
    >
      {t('settings.reset')}
    </Button>
  );
}
