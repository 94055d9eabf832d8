import { join } from 'node:path';
import { workspaceRoot } from '@gossamer/dev/paths';
import sharp, { type Sharp } from 'sharp';

/** Images of the repository: photos and a screenshot. */
const sources = ['city.png', 'waterfall.jpg', 'terminal.png'].map((name) =>
  join(workspaceRoot, 'apps/web/e2e/fixtures', name),
);

/** Sides of the parts in pixels. */
const [widthPx, heightPx] = [160, 120];

/**
 * Returns small images that are cut from images of the repository: JPEG, PNG and WebP in turn, as large as careless
 * tools write them. The names are `00.jpg`, `01.png` and so on.
 */
export async function imageCuts(count: number): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for (let number = 0; number < count; number++) {
    const source = sharp(sources[number % sources.length]);
    const { width, height } = await source.metadata();
    const left = (number * 37) % (width - widthPx);
    const top = (number * 53) % (height - heightPx);
    const part = source.extract({ left, top, width: widthPx, height: heightPx }).removeAlpha();
    const [extension, encoded] =
      encoders[Math.floor(number / sources.length) % encoders.length]?.(part) ?? [];
    if (encoded) files[`${String(number).padStart(2, '0')}.${extension}`] = await encoded.toBuffer();
  }
  return files;
}

const encoders = [
  (image: Sharp) => ['jpg', image.jpeg({ quality: 97 })] as const,
  (image: Sharp) => ['png', image.png({ compressionLevel: 1 })] as const,
  (image: Sharp) => ['webp', image.webp({ quality: 98, effort: 0 })] as const,
];
