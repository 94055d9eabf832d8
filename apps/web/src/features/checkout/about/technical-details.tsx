import { acceptedExtensions, encodedFormats, formatNames } from '@gossamer/contracts/formats';
import { useTranslation } from 'react-i18next';
import { FactsList } from '../../../components/facts-list.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { formatList } from '../../../i18n/format-list.ts';
import { limitsByPlan } from '../../../lib/plan-limits.ts';
import { Block } from './four.tsx';

const extensionNames: Partial<Record<(typeof acceptedExtensions)[number], string>> = {
  '.jpg': 'JPG',
  '.png': 'PNG',
  '.webp': 'WebP',
  '.heic': 'HEIC',
  '.heif': 'HEIF',
  '.avif': 'AVIF',
  '.gif': 'GIF',
  '.tiff': 'TIFF',
  '.bmp': 'BMP',
};

/** Lists the supported formats, the size limits and the API features. */
export function TechnicalDetails() {
  const { t } = useTranslation('checkout');
  const { maxMegabytes, maxMegapixels } = limitsByPlan.pro;
  const details = {
    input: formatList(acceptedExtensions.flatMap((extension) => extensionNames[extension] ?? [])),
    output: formatList([t('technical.auto'), ...encodedFormats.map((format) => formatNames[format])]),
    largest: t('technical.largestValue', {
      megabytes: formatCount(maxMegabytes),
      megapixels: formatCount(maxMegapixels),
    }),
    api: t('technical.apiValue'),
  };
  return (
    <Block title={t('technical.title')}>
      <FactsList
        facts={(Object.keys(details) as (keyof typeof details)[]).map((name) => ({
          label: t(`technical.${name}`),
          value: details[name],
        }))}
      />
    </Block>
  );
}
