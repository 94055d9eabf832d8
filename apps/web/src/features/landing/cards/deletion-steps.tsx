import { retentionMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { formatHours } from '../../../i18n/format.ts';

const hourMs = 3_600_000;

const steps = ['arrives', 'ready', 'originalGone', 'resultGone'] as const;

/** Shows how long files are stored, as a timeline from the upload to the deletion. */
export function DeletionSteps() {
  const { t } = useTranslation('landing');
  const times = {
    arrives: undefined,
    ready: undefined,
    originalGone: formatHours(retentionMs.original / hourMs),
    resultGone: formatHours(retentionMs.result / hourMs),
  };
  return (
    <ol className="feature-art time-line">
      {steps.map((step) => (
        <li key={step}>
          <b>{t(`features.deletion.${step}`)}</b>
          <span className="caption">{t(`features.deletion.${step}When`, { time: times[step] })}</span>
        </li>
      ))}
    </ol>
  );
}
