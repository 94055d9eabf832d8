import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { measured, type Pair } from '../images.ts';

type Props = { side: 'original' | 'result' };

/** Label with the format and size of one side of the comparison, for the desktop or phone version of the image. */
export function Plate({ side }: Props) {
  return (
    <>
      <PlateOf side={side} pair={measured.hero.desktop} className="max-md:hidden" />
      <PlateOf side={side} pair={measured.hero.phone} className="md:hidden" />
    </>
  );
}

const formatNames: Record<string, string> = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP', avif: 'AVIF' };

function PlateOf({ side, pair, className }: Props & { pair: Pair; className: string }) {
  const { t, i18n } = useTranslation('landing');
  const isOriginal = side === 'original';
  const format = formatNames[isOriginal ? 'jpeg' : pair.format];
  return (
    <div
      className={`pointer-events-none absolute max-md:bottom-(--plate-edge) md:top-(--plate-edge) grid max-w-[calc(50%-1.5*var(--plate-edge))] gap-px rounded-[9px] bg-[rgb(8_15_13/0.74)] px-3.25 py-2 text-caption/[1.4] text-[#c6d1cd] max-md:px-2.5 max-md:py-1.5 ${isOriginal ? 'start-(--plate-edge)' : 'end-(--plate-edge) justify-items-end'} ${className}`}
      data-testid={`plate-${side}`}
    >
      <span dir={i18n.dir()}>{t(isOriginal ? 'hero.original' : 'hero.result', { format })}</span>
      <b
        dir={i18n.dir()}
        className="flex flex-wrap gap-x-1.5 text-head tracking-(--g-track-head) text-white tabular-nums max-md:text-body"
      >
        {formatBytes(isOriginal ? pair.originalBytes : pair.resultBytes)}
        {!isOriginal && <em className="text-[#7fe0c8] not-italic">{formatReduction(pair.savedPercent)}</em>}
      </b>
    </div>
  );
}
