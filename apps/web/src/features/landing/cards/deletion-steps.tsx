import { retentionMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { formatHours } from '../../../i18n/format.ts';

const hourMs = 3_600_000;

const steps = ['arrives', 'ready', 'originalGone', 'resultGone'] as const;

/** Timeline from upload to deletion that shows how long files are stored. */
export function DeletionSteps() {
  const { t } = useTranslation('landing');
  const times = {
    arrives: undefined,
    ready: undefined,
    originalGone: formatHours(retentionMs.original / hourMs),
    resultGone: formatHours(retentionMs.result / hourMs),
  };
  return (
    <ol className="@container self-end pb-6.5 text-small">
      {steps.map((step) => (
        <li
          key={step}
          className="relative flex flex-wrap items-baseline justify-between gap-x-3.5 py-2.25 ps-6.25 before:absolute before:start-0 before:top-3.75 before:z-1 before:size-[11px] before:rounded-full before:border-[1.5px] before:border-accent before:bg-surface not-last:after:absolute not-last:after:start-[5px] not-last:after:top-3.75 not-last:after:-bottom-3.75 not-last:after:w-px not-last:after:bg-thread last:before:bg-accent @max-[20rem]:flex-col"
        >
          <b>{t(`features.deletion.${step}`)}</b>
          <span className="caption">{t(`features.deletion.${step}When`, { time: times[step] })}</span>
        </li>
      ))}
    </ol>
  );
}
