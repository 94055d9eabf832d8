import { useEffect, useRef } from 'react';
import type { Image } from './load-image.ts';
import type { ImageState } from './use-image.ts';
import type { Size } from './zoom-geometry.ts';

type Props = {
  side: 'original' | 'result';
  state: ImageState;
  isShown: boolean;
  label: string;
  alt: string;
  isWideGamut: boolean;
  onShown: (size: Size) => void;
  onBroken: () => void;
};

const clips = {
  original: '[clip-path:inset(0_calc(100%-var(--divider))_0_0)]',
  result: '[clip-path:inset(0_0_0_var(--divider))]',
};
/** Positions of the labels. They are physical rather than logical, because each label has its own text direction. */
const corners = {
  original: 'left-[calc(var(--box-inset)+1rem)]',
  result: 'right-[calc(var(--box-inset)+1rem)]',
};
const imageClass =
  'absolute start-0 top-0 h-(--image-height) w-(--image-width) max-w-none origin-top-left [transform:var(--image-place)] in-data-[pixels=sharp]:[image-rendering:pixelated]';

/**
 * Image on one side of the divider, with a label in the corner. Shows a static placeholder until the image is loaded.
 */
export function ImageHalf({ side, state, isShown, label, alt, isWideGamut, onShown, onBroken }: Props) {
  return (
    <div
      className={`absolute inset-0 overflow-hidden in-data-single:[clip-path:none] ${clips[side]}`}
      data-side={side}
    >
      {/* Image placeholder: invisible for 200 ms, then a static background. */}
      {!isShown && (
        <span aria-hidden className={`${imageClass} bg-sunken [animation:appear_0s_200ms_both]`} />
      )}
      {state.name === 'ready' && 'url' in state.image && (
        <img
          src={state.image.url}
          alt={alt}
          draggable={false}
          decoding="async"
          className={imageClass}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            onShown({ width, height })
          }
          onError={onBroken}
        />
      )}
      {state.name === 'ready' && 'bitmap' in state.image && (
        <BitmapImage
          bitmap={state.image.bitmap}
          label={alt}
          colorSpace={isWideGamut ? 'display-p3' : 'srgb'}
          onShown={onShown}
        />
      )}
      <span
        dir="auto"
        className={`pointer-events-none absolute top-[calc(var(--box-top)+1rem)] rounded-[7px] bg-[rgb(8_15_13/0.9)] px-2.5 py-1 text-caption font-medium text-white ${corners[side]}`}
        data-testid="image-label"
      >
        {label}
      </span>
    </div>
  );
}

type BitmapProps = {
  bitmap: Extract<Image, { bitmap: ImageBitmap }>['bitmap'];
  label: string;
  colorSpace: PredefinedColorSpace;
  onShown: (size: Size) => void;
};

function BitmapImage({ bitmap, label, colorSpace, onShown }: BitmapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { width, height } = bitmap;
    // A width of 0 means that the bitmap has already been drawn and closed.
    if (!canvas.current || width === 0) return;
    canvas.current.width = width;
    canvas.current.height = height;
    canvas.current.getContext('2d', { colorSpace })?.drawImage(bitmap, 0, 0);
    bitmap.close();
    onShown({ width, height });
  }, [bitmap, colorSpace, onShown]);
  return <canvas ref={canvas} role="img" aria-label={label} className={imageClass} />;
}
