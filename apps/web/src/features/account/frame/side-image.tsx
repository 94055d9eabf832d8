import { useTranslation } from 'react-i18next';
import { formatBytes, formatReduction } from '../../../i18n/format.ts';
import { savedPercent } from '../../../lib/saved-percent.ts';
import imageUrl from './blue-flowers.jpg';
import facts from './image.json';

/** Media query of the viewports that show the image; no others load it. Equals `--breakpoint-wide`. */
const splitWidth = '(min-width: 68.8125rem)';
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Shows an image that the product compressed, with its sizes. */
export function SideImage() {
  const { t } = useTranslation('account');
  const { widthPx, heightPx, format, quality, originalBytes, resultBytes } = facts;
  return (
    <aside aria-hidden className="auth-side">
      <picture>
        <source media={splitWidth} srcSet={imageUrl} />
        <img src={nothing} alt="" className="absolute inset-0 size-full object-cover" />
      </picture>
      <p className="auth-plate">
        <bdi>{t('frame.image', { width: widthPx, height: heightPx, format, quality })}</bdi>
        <b>
          <bdi>{formatBytes(resultBytes)}</bdi>{' '}
          <em>
            <bdi>{formatReduction(savedPercent(originalBytes, resultBytes))}</bdi>
          </em>
        </b>
      </p>
    </aside>
  );
}
