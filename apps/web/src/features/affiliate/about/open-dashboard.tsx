import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { LabeledInput } from '../../../form/labeled-input.tsx';
import { dashboardPath } from '../dashboard-path.ts';

/** Form that opens the dashboard for an affiliate code in a new tab. */
export function OpenDashboard() {
  const { t } = useTranslation('affiliate');
  const [code, setCode] = useState('');
  const isEmpty = code.trim() === '';

  function open(event: SubmitEvent) {
    event.preventDefault();
    if (!isEmpty) window.open(dashboardPath(code), '_blank', 'noopener');
  }

  return (
    <section aria-labelledby="open-dashboard" className="card grid min-w-0 gap-5 p-5 md:p-7">
      <div>
        <h2 id="open-dashboard" className="card-title">
          {t('open.title')}
        </h2>
        <p className="mt-0.5 text-small">{t('open.text')}</p>
      </div>
      <form onSubmit={open} className="flex flex-wrap items-end gap-2">
        <div className="min-w-40 flex-1">
          <LabeledInput
            label={t('open.label')}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase rtl:text-end"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <Button type="submit" disabled={isEmpty}>
          {t('open.action')}
        </Button>
      </form>
    </section>
  );
}
