import { retentionMs } from '@gossamer/contracts/limits';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { formatHours } from '../../../i18n/format.ts';
import type { ImageState } from './use-image.ts';

type Props = { original: ImageState; result: ImageState; onRetry: () => void };

/** Explains why the original or the result cannot be shown. The other image is still shown. */
export function MissingNote({ original, result, onRetry }: Props) {
  const { t } = useTranslation('compare');
  const text = missingText(original, result);
  if (!text) return null;
  const canRetry = [original, result].some((state) => state.name === 'missing' && !state.isGone);
  return (
    <div
      role="alert"
      className="absolute inset-x-4 top-16 z-2 mx-auto flex w-fit max-w-[30rem] flex-wrap items-center justify-center gap-x-3 gap-y-2 rounded-card bg-raised px-3.5 py-2.5 text-small shadow-pop wide:top-4"
    >
      <p>{t(text, { time: formatHours(retentionMs.result / 3_600_000) })}</p>
      {canRetry && (
        <Button size="small" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  );
}

function missingText(original: ImageState, result: ImageState) {
  if (original.name === 'missing' && result.name === 'missing') return 'missing.both';
  if (original.name === 'missing') return original.isGone ? 'missing.originalGone' : 'missing.original';
  if (result.name === 'missing') return result.isGone ? 'missing.resultGone' : 'missing.result';
  return undefined;
}
