import type { EncodedFormat, InputFormat } from '@gossamer/contracts/formats';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../i18n/failure-text.ts';
import { formatBytes, formatNumber, formatPercent } from '../../../i18n/format.ts';
import { formatWait } from '../../../i18n/format-time.ts';
import type { Failure } from '../../../lib/api-failure.ts';
import { usePlanLimits } from '../../../lib/plan-limits.ts';
import { archiveStepOf } from '../compare/encoding-of.ts';
import type { Step, UploadItem } from '../uploads/upload-state.ts';

/** Shows the state and the format of a file in the upload list. */
export function FileState({ item }: { item: UploadItem }) {
  const { step, problem } = item;
  if (problem) return <FailedText failure={problem} />;
  if (step.name === 'failed') return <FailedText failure={step.failure} />;
  const isSaving = step.name === 'completed' && step.result.compressionRatio > 0;
  return (
    <p
      className={`caption flex flex-wrap items-center gap-x-3 overflow-x-clip ${step.name === 'completed' ? 'max-md:hidden' : ''}`}
    >
      <span className={`inline-flex items-center gap-1 ${isSaving ? 'text-accent' : ''}`}>
        {step.name === 'completed' && <Check aria-hidden size={14} />}
        <StepText step={step} />
      </span>{' '}
      {step.name !== 'completed' && (
        <span className={`tabular-nums md:hidden ${afterDot}`}>{formatBytes(item.file.size)}</span>
      )}{' '}
      <FormatText item={item} /> <HdrText step={step} /> {item.ownSettings && <OwnSettingsText />}
    </p>
  );
}

/** Class names for a text after a separating dot. If the text starts a line, its dot lies outside the line and is clipped. */
const afterDot =
  "relative -ms-3 ps-3 before:absolute before:start-0 before:w-3 before:text-center before:content-['·']";

function OwnSettingsText() {
  const { t } = useTranslation('compress');
  return <span className={afterDot}>{t('item.own')}</span>;
}

/** States whether an HDR image kept its high dynamic range. */
function HdrText({ step }: { step: Step }) {
  const { t } = useTranslation('compress');
  const hdr = step.name === 'completed' ? step.result.report?.hdr : undefined;
  return hdr === undefined || hdr === 'none' ? null : (
    <span className={afterDot}>{t(`files.hdr.${hdr}`)}</span>
  );
}

function FailedText({ failure }: { failure: Failure }) {
  const { t } = useTranslation('compress');
  const { plan } = usePlanLimits();
  return (
    <p className="text-caption leading-snug text-danger">
      <span className="sr-only">{t('files.failed')}. </span>
      {failureText(failure, plan)}
    </p>
  );
}

function StepText({ step }: { step: Exclude<Step, { name: 'failed' }> }) {
  const { t } = useTranslation('compress');
  switch (step.name) {
    case 'idle':
    case 'queued':
      return t('files.waiting');
    case 'held':
      return t('files.held');
    case 'uploading':
      return step.isOffline
        ? t('files.offline')
        : t('files.uploading', { percent: formatPercent(Math.floor(step.sentPercent)) });
    case 'compressing':
      return step.queue
        ? t('files.place', {
            place: formatNumber(step.queue.place, 0),
            time: formatWait(step.queue.waitSeconds),
          })
        : t('files.processing');
    case 'completed':
      return t(`files.${archiveStepOf(step.result.report?.encoding) ?? 'completed'}`);
  }
}

function FormatText({ item: { step, file } }: { item: UploadItem }) {
  const { t } = useTranslation('compress');
  const name = (format: InputFormat | EncodedFormat) => t(`settings.formats.${format}`);
  if (step.name !== 'completed') {
    const extension = /\.([a-z]{3,4})$/i.exec(file.name)?.[1]?.toUpperCase().replace('JPG', 'JPEG');
    return extension ? <span className={`max-md:hidden ${afterDot}`}>{extension}</span> : null;
  }
  const { originalFormat, format } = step.result;
  const text =
    format && format !== originalFormat
      ? t('files.formatChange', { from: name(originalFormat), to: name(format) })
      : name(originalFormat);
  return <span className={`max-md:hidden ${afterDot}`}>{text}</span>;
}
