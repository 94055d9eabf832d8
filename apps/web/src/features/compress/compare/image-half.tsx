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

/** One side of the divider, with a label in a corner and a static placeholder until the image is shown. */
export function ImageHalf({ side, state, isShown, label, alt, isWideGamut, onShown, onBroken }: Props) {
  return (
    <div className="cmp-half" data-side={side}>
      {!isShown && <span aria-hidden className="cmp-image cmp-placeholder" />}
      {state.name === 'ready' && 'url' in state.image && (
        <img
          src={state.image.url}
          alt={alt}
          draggable={false}
          decoding="async"
          className="cmp-image"
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
      <span className="cmp-plate" dir="auto">
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
    // A width of 0 means that the bitmap was drawn and closed before.
    if (!canvas.current || width === 0) return;
    canvas.current.width = width;
    canvas.current.height = height;
    canvas.current.getContext('2d', { colorSpace })?.drawImage(bitmap, 0, 0);
    bitmap.close();
    onShown({ width, height });
  }, [bitmap, colorSpace, onShown]);
  return <canvas ref={canvas} role="img" aria-label={label} className="cmp-image" />;
}
