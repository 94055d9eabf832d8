import type { Ref } from 'react';
import { imageUrl, measured } from '../images.ts';

const { desktop, phone } = measured.hero;

type Props = {
  side: 'original' | 'result';
  alt: string;
  className: string;
  isUrgent?: boolean;
  ref?: Ref<HTMLImageElement>;
  onLoad?: () => void;
};

/** One side of the image comparison. Shows the file unmodified. Phones and desktops show different files. */
export function HeroImage({ side, alt, isUrgent, ...rest }: Props) {
  return (
    <picture>
      <source
        media="(max-width: 767px)"
        srcSet={imageUrl(phone[`${side}Name`])}
        width={phone.widthPx}
        height={phone.heightPx}
      />
      <img
        {...rest}
        data-testid={`demo-${side}`}
        alt={alt}
        src={imageUrl(desktop[`${side}Name`])}
        width={desktop.widthPx}
        height={desktop.heightPx}
        fetchPriority={isUrgent ? 'high' : 'low'}
        draggable={false}
      />
    </picture>
  );
}
