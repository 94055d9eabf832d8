import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import imageUrl from './blue-flowers.jpg';
import facts from './image.json';

/** Media query for viewports wide enough to show the side image. Must match `--breakpoint-wide`. */
const splitWidth = '(min-width: 68.8125rem)';
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Shows a sample image compressed by Gossamer, with its original and compressed size. */
export function SideImage() {
  const { t } = useTranslation('account');
  const { widthPx, heightPx, format, quality, originalBytes, resultBytes } = facts;
  return (
    <aside
      aria-hidden
      className="hidden overflow-hidden bg-deep wide:sticky wide:top-0 wide:block wide:h-dvh"
    >
      <picture>
        <source media={splitWidth} srcSet={imageUrl} />
        <img src={nothing} alt="" className="absolute inset-0 size-full object-cover" />
      </picture>
      <p className="absolute inset-x-6 bottom-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-1 rounded-card bg-[rgb(8_15_13/0.74)] px-4.5 py-3.5 text-caption/[1.4] text-[#c6d1cd] backdrop-blur-[10px]">
        <bdi>{t('frame.image', { width: widthPx, height: heightPx, format, quality })}</bdi>
        <b className="text-head text-white tabular-nums">
          <bdi>{formatBytes(resultBytes)}</bdi>{' '}
          <em className="text-[#7fe0c8] not-italic">
            <bdi>{formatReduction(savedPercent(originalBytes, resultBytes))}</bdi>
          </em>
        </b>
      </p>
    </aside>
  );
}
