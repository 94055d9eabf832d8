import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompletedItem, Result } from '../uploads/upload-state.ts';
import { Divider } from './divider.tsx';
import { ImageHalf } from './image-half.tsx';
import { MissingNote } from './missing-note.tsx';
import type { StageControl } from './stage-control.ts';
import { listenToPointers, listenToWheel } from './stage-gestures.ts';
import { useBefore, useResult } from './use-image.ts';
import { ZoomBar } from './zoom-bar.tsx';
import type { Area, Size } from './zoom-geometry.ts';

type Props = {
  item: CompletedItem;
  /** Earlier result that is shown instead of the original. */
  before: Result | undefined;
  control: StageControl;
  /** Area that is outlined and shown in actual size. Without it, the whole image is shown. */
  area: Area | undefined;
  className: string;
  onOriginalShown: (size: Size) => void;
  onRetry: () => void;
};

/**
 * Shows the original and the result in the dimensions of the result. An original with different dimensions is scaled.
 */
export function Stage({ item, before, control, area, className, onOriginalShown, onRetry }: Props) {
  const { t } = useTranslation(['compare', 'common']);
  const { result } = item.step;
  const { name } = item.file;
  const original = useBefore(item, before);
  const second = useResult(item);
  const [originalSize, setOriginalSize] = useState<Size>();
  const [resultSize, setResultSize] = useState<Size>();
  const surface = useStageSurface(control);

  const frame = resultSize ?? toSize(result) ?? originalSize;
  useImageFrame(control, frame, area);
  const showOriginal = useCallback(
    (size: Size) => {
      setOriginalSize(size);
      onOriginalShown(size);
    },
    [onOriginalShown],
  );

  const isOriginalMissing = original.state.name === 'missing';
  const isResultMissing = second.state.name === 'missing';
  const isWideGamut = result.report !== undefined && result.report.wideGamut !== 'none';
  const isSingle = isOriginalMissing || isResultMissing;
  const isLoading = !isSingle && !(originalSize && resultSize);
  return (
    <div
      className={`relative col-1 row-2 min-h-0 [direction:ltr] ${className}`}
      data-testid="stage"
      aria-busy={isLoading}
    >
      <div
        ref={surface}
        className="absolute inset-0 cursor-ew-resize touch-none overflow-hidden select-none data-[grab=image]:cursor-grab data-[grab=image]:data-[dragging=image]:cursor-grabbing"
        data-single={isSingle || undefined}
      >
        {!isOriginalMissing && (
          <ImageHalf
            side="original"
            state={original.state}
            isShown={originalSize !== undefined}
            label={t(before ? 'try.before' : 'original')}
            alt={t(before ? 'try.beforeOf' : 'originalOf', { name })}
            isWideGamut={isWideGamut}
            onShown={showOriginal}
            onBroken={original.markBroken}
          />
        )}
        {!isResultMissing && (
          <ImageHalf
            side="result"
            state={second.state}
            isShown={resultSize !== undefined}
            label={t('common:productName')}
            alt={t('resultOf', { name })}
            isWideGamut={isWideGamut}
            onShown={setResultSize}
            onBroken={second.markBroken}
          />
        )}
        <Outline area={area} />
        {!isSingle && <Divider control={control} />}
      </div>
      <MissingNote original={original.state} result={second.state} onRetry={onRetry} />
      <ZoomBar control={control} />
      <span role="status" className="sr-only left-px">
        {isLoading && t('loading')}
      </span>
    </div>
  );
}

const toSize = ({ width, height }: Partial<Size>) => (width && height ? { width, height } : undefined);

/** Returns a ref for the element that receives the CSS variables and whose pointer and wheel events are handled. */
function useStageSurface(control: StageControl) {
  const surface = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const stops = [
      control.attach(element),
      listenToPointers(element, control),
      listenToWheel(element, control),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [control]);
  return surface;
}

/** Frame around an area of the image. The light and the dark line contrast with any image. */
function Outline({ area }: { area: Area | undefined }) {
  if (!area) return null;
  const { x, y, width, height } = area;
  const onStage = (px: number) => `calc(${px}px * var(--image-scale))`;
  return (
    <span
      aria-hidden
      data-testid="outline"
      className="pointer-events-none absolute rounded-[3px] outline-2 outline-offset-2 outline-white [box-shadow:0_0_0_5px_rgb(0_0_0/0.55)]"
      style={{
        left: `calc(var(--image-left) + ${onStage(x)})`,
        top: `calc(var(--image-top) + ${onStage(y)})`,
        width: onStage(width),
        height: onStage(height),
      }}
    />
  );
}

function useImageFrame(control: StageControl, frame: Size | undefined, area: Area | undefined): void {
  const { width, height } = frame ?? {};
  useEffect(() => {
    if (width && height) control.setImage({ width, height }, area);
  }, [control, width, height, area]);
}
