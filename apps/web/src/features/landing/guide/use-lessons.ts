import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatSeconds } from '../../../i18n/format.ts';
import { measured, photoMegapixels } from '../images.ts';

/** Recommended quality ranges by use (spec.md, section 9). */
const bands = {
  high: { from: 90, to: 100 },
  balanced: { from: 70, to: 85 },
  aggressive: { from: 50, to: 70 },
  web: { from: 80, to: 85 },
};
const lineMbitPerS = 10;
const viewsAMonth = 100_000;
const shownWidthPx = 1_200;

/**
 * Returns the paragraphs of the image compression guide. All figures were measured on sample files or are derived from
 * such measurements.
 */
export function useLessons() {
  const { t } = useTranslation('landing');
  const { photo, screenshot, lossless, samples } = measured;
  const [coupe, asters] = samples;
  const savedBytes = coupe ? coupe.originalBytes - coupe.resultBytes : 0;
  return [
    {
      name: 'formats',
      text: t('guide.formats.text', {
        megapixels: formatCount(photoMegapixels, 0),
        photoRight: size(photo.jpeg.resultBytes),
        photoWrong: size(photo.png.resultBytes),
        screenRight: size(screenshot.png.resultBytes),
        screenWrong: size(screenshot.jpeg.resultBytes),
      }),
    },
    {
      name: 'loss',
      text: t('guide.loss.text', {
        lossless: size(lossless.resultBytes),
        lossy: size(asters?.resultBytes ?? 0),
        quality: measured.quality,
      }),
    },
    { name: 'quality', text: t('guide.quality.text', flat(bands)) },
    {
      name: 'practice',
      text: t('guide.practice.text', {
        shown: formatCount(shownWidthPx),
        taken: formatCount(photo.widthPx),
        times: formatCount((photo.widthPx / shownWidthPx) ** 2, 0),
      }),
    },
    {
      name: 'returns',
      text: t('guide.returns.text', {
        saved: size(savedBytes),
        speed: formatCount(lineMbitPerS),
        time: formatSeconds((savedBytes * 8) / (lineMbitPerS * 1_000_000)),
        views: formatCount(viewsAMonth),
        traffic: size(savedBytes * viewsAMonth),
      }),
    },
  ] as const;
}

/** Formats a file size with a no-break space, so that the unit does not wrap to the next line. */
const size = (sizeBytes: number) => formatBytes(sizeBytes).replace(' ', '\u00A0');

/** Flattens nested keys for use as placeholders: `high.from` becomes `highFrom`. */
function flat({ high, balanced, aggressive, web }: typeof bands) {
  return {
    highFrom: formatCount(high.from),
    highTo: formatCount(high.to),
    balancedFrom: formatCount(balanced.from),
    balancedTo: formatCount(balanced.to),
    aggressiveFrom: formatCount(aggressive.from),
    aggressiveTo: formatCount(aggressive.to),
    webFrom: formatCount(web.from),
    webTo: formatCount(web.to),
  };
}
