import type { EngineReport } from '@gossamer/contracts/engine-report';
import {
  type CompressionSettings,
  limitsFileSize,
  lowerPresetQuality,
  maxQuality,
  presetQualities,
} from '@gossamer/contracts/settings';
import { Eye } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { formatCount } from '../../../i18n/format.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';
import { withQuality } from './try-settings.tsx';
import type { Trial } from './use-trial.ts';

type Props = {
  item: CompletedItem;
  /** Undefined if the original has been deleted, so that the image can only be kept. */
  trial: Trial | undefined;
  onReviewed: (item: CompletedItem) => void;
};

/** Decisions on an image to review, each with a button and a key: keep the result, or compress the image again. */
export function ReviewActions({ item, trial, onReviewed }: Props) {
  const { t } = useTranslation('compare');
  const again = (quality: number) => () => trial?.run(withQuality(trial.settings, quality));
  const { better, smaller } = trial ? otherQualities(trial.settings) : {};
  const actions: Action[] = [
    { name: 'keep', key: 'K', press: keep },
    ...(better ? [{ name: 'better', key: 'B', press: again(better) } as const] : []),
    ...(smaller ? [{ name: 'smaller', key: 'S', press: again(smaller) } as const] : []),
  ];
  const isRunning = trial?.isRunning ?? false;
  useActionKeys(isRunning ? [] : actions);

  function keep() {
    trial?.keep();
    onReviewed(item);
  }

  return (
    <div className="grid gap-3 border-t border-line pt-3" data-testid="review-actions">
      <Reason report={item.step.result.report} />
      <div className="flex flex-wrap gap-2">
        {actions.map(({ name, key, press }) => (
          <Button
            key={name}
            size="small"
            variant={name === 'keep' ? 'primary' : 'secondary'}
            // A disabled button would lose the focus, and the dialog its keyboard shortcuts.
            aria-disabled={isRunning}
            className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
            aria-keyshortcuts={key}
            onClick={isRunning ? undefined : press}
          >
            {t(`review.${name}`)}
            <kbd aria-hidden className="text-caption opacity-70 pointer-coarse:hidden">
              {key}
            </kbd>
          </Button>
        ))}
        {trial?.before && !isRunning && (
          <Button size="small" variant="quiet" onClick={trial.discard}>
            {t('try.discard')}
          </Button>
        )}
      </div>
    </div>
  );
}

type Action = { name: 'keep' | 'better' | 'smaller'; key: 'K' | 'B' | 'S'; press: () => void };

/** States why a result needs a review. Renders nothing for a better result of the same image. */
function Reason({ report }: { report: EngineReport | undefined }) {
  const { t } = useTranslation('compare');
  if (!report?.needsReview) return null;
  const { score, worstTile, worstTileScore } = report;
  const isKnown = worstTile !== undefined && score !== null && worstTileScore !== null;
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1">
      <Eye aria-hidden size={19} className="mt-px text-accent" />
      <b className="text-body font-(--g-weight-strong)">
        {t(isKnown ? 'review.title' : 'review.titleWhole')}
      </b>
      {isKnown && (
        <span className="col-start-2 leading-[1.45]">
          {t('review.text', { score: scoreText(worstTileScore), whole: scoreText(score) })}
        </span>
      )}
    </p>
  );
}

/**
 * Returns the qualities to try next, if there are any. There are none if the file size is limited, because the engine
 * then chooses the quality.
 */
function otherQualities(settings: CompressionSettings) {
  if (limitsFileSize(settings)) return {};
  const { quality } = settings;
  return { better: higherPresetQuality(quality), smaller: lowerPresetQuality(quality) };
}

/** Returns the quality of the next preset above a quality, the maximum above all presets, or undefined at the maximum. */
function higherPresetQuality(quality: number): number | undefined {
  if (quality >= maxQuality) return undefined;
  return Math.min(maxQuality, ...Object.values(presetQualities).filter((preset) => preset > quality));
}

/** Formats a score, rounded down, so that it never suggests a better quality. */
const scoreText = (score: number) => formatCount(Math.max(0, Math.floor(score)));

/** Runs an action when the user presses its key. */
function useActionKeys(actions: Action[]): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isHere = event.target === document.body || isInDialog(event.target);
    if (!isHere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
    // Keyboard layouts for non-Latin scripts have no keys that type these letters, so compare the keys' positions.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^Key/, '');
    actions.find(({ key }) => key === letter)?.press();
  });
  useEffect(() => {
    const gone = new AbortController();
    document.addEventListener('keydown', (event) => press(event), { signal: gone.signal });
    return () => gone.abort();
  }, []);
}

const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog]') !== null;
