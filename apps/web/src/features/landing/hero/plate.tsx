import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { measured, type Pair } from '../images.ts';

type Props = { side: 'original' | 'result' };

/** Label of a side with its format and size, for the pair of files that the viewport shows. */
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
      className={`demo-plate ${isOriginal ? 'start-(--plate-edge)' : 'end-(--plate-edge) justify-items-end'} ${className}`}
      data-testid={`plate-${side}`}
    >
      <span dir={i18n.dir()}>{t(isOriginal ? 'hero.original' : 'hero.result', { format })}</span>
      <b dir={i18n.dir()} className="flex flex-wrap gap-x-1.5">
        {formatBytes(isOriginal ? pair.originalBytes : pair.resultBytes)}
        {!isOriginal && <em>{formatReduction(pair.savedPercent)}</em>}
      </b>
    </div>
  );
}
