import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import type { EncodedFormat } from '@gossamer/contracts/formats';
import { variantName } from '@gossamer/contracts/variants';
import { someId } from './protocol-server.ts';

const file = (
  format: EncodedFormat,
  widthPx: number,
  sizeBytes: number,
): WebVariantGroup['files'][number] => {
  const name = variantName({ format, widthPx });
  return {
    format,
    widthPx,
    heightPx: widthPx / 2,
    sizeBytes,
    sha256: 'f'.repeat(64),
    score: 81.4,
    filename: `harbor-${name.replace('.', 'w.')}`,
    url: `/api/download/${someId}/${name}`,
  };
};

/** Variants of harbor.jpg: two widths in AVIF and JPEG, of which one was not kept. */
export const someVariants = (changes: Partial<WebVariantGroup> = {}): WebVariantGroup => ({
  files: [file('avif', 800, 2_048), file('jpeg', 400, 1_024), file('jpeg', 800, 4_096)],
  skipped: [
    { format: null, widthPx: 1_600, reason: 'wider-than-original' },
    { format: 'avif', widthPx: 400, reason: 'not-smaller-than-larger' },
  ],
  thumbHash: 'AAAA',
  placeholderUrl: 'data:image/png;base64,AAAA',
  ...changes,
});
