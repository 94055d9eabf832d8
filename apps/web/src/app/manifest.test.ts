import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedExtensions } from '@gossamer/contracts/formats';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { paths } from './paths.ts';

const folder = join(import.meta.dirname, '../../public');
type Manifest = {
  start_url: string;
  icons: { src: string; type: string; sizes: string }[];
  share_target: unknown;
  file_handlers: { action: string; accept: Record<string, string[]> }[];
};
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as Manifest;
const page = readFileSync(join(folder, '../index.html'), 'utf8');

it('the manifest starts the app on /compress, and every page links to the manifest', () => {
  expect(manifest.start_url).toBe(paths.compress);
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
});

it('the installed app opens files of all accepted types on /compress', () => {
  const [handler] = manifest.file_handlers;
  expect(handler?.action).toBe(paths.compress);
  expect(Object.values(handler?.accept ?? {}).flat()).toEqual([...acceptedExtensions]);
});

// The test in installed-app.e2e.ts sends images to this path in this field.
it('images shared with the installed app are sent to /share in the field that the service worker reads', () => {
  expect(manifest.share_target).toMatchObject({
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: 'images' }] },
  });
});

it.each(manifest.icons)(
  'the icon $src has the size that the manifest specifies',
  async ({ src, type, sizes }) => {
    const { format, width, height } = await sharp(join(folder, src)).metadata();
    expect(type).toBe(format === 'svg' ? 'image/svg+xml' : `image/${format}`);
    if (format !== 'svg') expect(sizes).toBe(`${width}x${height}`);
  },
);

it('the icon for Apple devices measures 180 × 180 pixels and has no transparency', async () => {
  const [, href = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? [];
  expect(await sharp(join(folder, href)).metadata()).toMatchObject({ width: 180, height: 180 });
  expect((await sharp(join(folder, href)).stats()).isOpaque).toBe(true);
});
