import type { EngineReport } from '@gossamer/contracts/engine-report';
import { Dialog } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, type RefObject, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageMark } from '../../../lib/use-page-mark.ts';
import {
  type CompletedItem,
  isCompleted,
  type UploadItem,
  withEarlierResult,
} from '../uploads/upload-state.ts';
import { CompareHead } from './compare-head.tsx';
import { OriginalPanel } from './original-panel.tsx';
import { ResultPanel } from './result-panel.tsx';
import { ReviewActions } from './review-actions.tsx';
import { Stage } from './stage.tsx';
import { StageControl } from './stage-control.ts';
import { fileStepOf, handleStageKey } from './stage-keys.ts';
import { TrySettings } from './try-settings.tsx';
import { useTrial } from './use-trial.ts';
import type { Area, Size } from './zoom-geometry.ts';

export type CompareViewProps = {
  /** Items that have a result, between which the user can navigate. An item may have another compression in progress. */
  items: UploadItem[];
  openKey: string | undefined;
  onOpenKeyChange: (key: string | undefined) => void;
  /** Element that receives the focus when the comparison closes. */
  opener: HTMLElement | undefined;
  /** Receives the focus instead if the opener is no longer on the page. */
  fallback: RefObject<HTMLElement | null>;
  onDownload: (item: CompletedItem) => void;
  /** Called with an item whose result the user keeps. If set, each image is shown at the part that differs most. */
  onReviewed: ((item: CompletedItem) => void) | undefined;
};

/** Full-screen dialog that compares an original image with its result. */
export function CompareView(props: CompareViewProps) {
  const { items, openKey, onOpenKeyChange, opener, fallback, onDownload, onReviewed } = props;
  const { i18n } = useTranslation('compare');
  const [control] = useState(() => new StageControl());
  // Keep the state of the panel in this component, so that a closed panel stays closed when the user navigates to
  // another image.
  const [isOpen, setOpen] = useState(true);
  const details = { isOpen, onOpenChange: setOpen };
  const index = items.findIndex(({ key }) => key === openKey);
  const item = items[index];
  usePageMark('comparison', item !== undefined);

  function step(by: 1 | -1) {
    const next = items[index + by];
    if (next) onOpenKeyChange(next.key);
  }

  function pressKey(event: KeyboardEvent) {
    const fileStep = fileStepOf(event, i18n.dir());
    if (fileStep) step(fileStep);
    // Handle Escape here. Otherwise, Escape would close an open toast before the dialog.
    else if (event.key === 'Escape') onOpenKeyChange(undefined);
    else if (isSettingsSlider(event.target) || !handleStageKey(event, control)) return;
    event.preventDefault();
  }

  return (
    <Dialog.Root open={item !== undefined} onOpenChange={(isOpen) => !isOpen && onOpenKeyChange(undefined)}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="group fixed inset-0 z-40 grid animate-appear grid-cols-1 grid-rows-[auto_minmax(0,1fr)] overflow-hidden bg-canvas outline-none max-md:grid-rows-[auto_minmax(0,1fr)_auto]"
          onKeyDown={pressKey}
          onOpenAutoFocus={focusSlider}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            (opener?.isConnected ? opener : fallback.current)?.focus();
          }}
        >
          {item && (
            <>
              <CompareHead
                name={item.file.name}
                position={{ index, total: items.length }}
                onStep={step}
                onDownload={() => onDownload(shownItem(item))}
              />
              <Comparison
                key={item.key}
                item={item}
                control={control}
                details={details}
                onReviewed={onReviewed}
              />
            </>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Focuses the comparison slider instead of the close button, because the slider is the main control of the dialog. */
function focusSlider(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const slider = event.currentTarget.querySelector<HTMLElement>('[data-autofocus]');
  if (!slider) return;
  event.preventDefault();
  slider.focus({ preventScroll: true });
}

/** Returns whether an element is a slider other than the divider. Such a slider handles the arrow keys itself. */
function isSettingsSlider(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'range' && !target.matches('[data-autofocus]');
}

/** Returns an item with its last result, which is shown while the item is compressed again. */
function shownItem(item: UploadItem): CompletedItem {
  const shown = withEarlierResult(item);
  if (!isCompleted(shown)) throw new Error('an item without a result cannot be compared');
  return shown;
}

type Tile = NonNullable<EngineReport['worstTile']>;

const areaOf = ({ leftPx, topPx, widthPx, heightPx }: Tile): Area => ({
  x: leftPx,
  y: topPx,
  width: widthPx,
  height: heightPx,
});

type ComparisonProps = {
  item: UploadItem;
  control: StageControl;
  details: Pick<ComponentProps<typeof ResultPanel>, 'isOpen' | 'onOpenChange'>;
  onReviewed: CompareViewProps['onReviewed'];
};

function Comparison({ item, control, details, onReviewed }: ComparisonProps) {
  const shown = useMemo(() => shownItem(item), [item]);
  // Keep the identity of the area while the item changes, because a new area resets the zoom.
  const tile = onReviewed && shown.step.result.report?.worstTile;
  const area = useMemo(() => tile && areaOf(tile), [tile]);
  const trial = useTrial(item, shown);
  const [originalSize, setOriginalSize] = useState<Size>();
  const [attempt, setAttempt] = useState(1);
  return (
    <>
      <Stage
        key={attempt}
        item={shown}
        before={trial?.before?.result}
        control={control}
        area={area}
        // On wide screens, show the image beside the open panels instead of behind them.
        className={details.isOpen ? 'wide:mr-[25rem]' : ''}
        onOriginalShown={setOriginalSize}
        onRetry={() => setAttempt((last) => last + 1)}
      />
      {/* The original is always on the left and the result on the right, even in RTL languages. */}
      <div
        dir="ltr"
        className={`pointer-events-none z-1 col-1 flex items-end justify-between transition-opacity duration-base ease-gossamer max-md:row-3 md:row-2 md:max-h-full md:gap-4 md:self-end md:p-4 md:group-has-data-dragging:opacity-12 ${details.isOpen ? 'wide:flex-col wide:items-end wide:self-start wide:opacity-100!' : ''}`}
      >
        <OriginalPanel item={shown} size={originalSize} before={trial?.before?.result} />
        <ResultPanel item={shown} originalSize={originalSize} {...details}>
          {onReviewed && <ReviewActions item={shown} trial={trial} onReviewed={onReviewed} />}
          {trial && <TrySettings trial={trial} canDecide={!onReviewed} />}
        </ResultPanel>
      </div>
    </>
  );
}
