import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the icons for home screens from `public/favicon.svg`. Usage: `npm --prefix apps/web run icons`. */
const folder = join(import.meta.dirname, '../public');
const favicon = await readFile(join(folder, 'favicon.svg'), 'utf8');
const fill = /<rect[^>]* fill="(#\w+)"/.exec(favicon)?.[1];
if (!fill) throw new Error('favicon.svg has no background');

/** Icon without rounded corners, because the system crops icons on home screens. */
const square = favicon.replace(/ rx="\d+"/, '');

await draw('icon-192.png', favicon, 192);
await draw('icon-512.png', favicon, 512);
await draw('apple-touch-icon.png', square, 180);
// Systems may crop a maskable icon to a circle whose diameter is 80% of the width (W3C, Web Application Manifest).
await draw('icon-maskable-512.png', square, 512, 0.8);

/** Draws an icon of the given size in pixels. A `scale` below 1 adds a margin in the background color. */
async function draw(name: string, svg: string, sizePx: number, scale = 1): Promise<void> {
  const drawnPx = Math.round(sizePx * scale);
  const margin = (sizePx - drawnPx) / 2;
  const [start, end] = [Math.floor(margin), Math.ceil(margin)];
  await sharp(Buffer.from(svg), { density: (72 * drawnPx) / 32 })
    .resize(drawnPx, drawnPx)
    .extend({ top: start, left: start, bottom: end, right: end, background: fill as string })
    .png({ palette: true })
    .toFile(join(folder, name));
}
