import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mediaTypes } from '@gossamer/contracts/formats';
import { toMarkup, type VariantMarkup } from '@gossamer/contracts/variant-markup';
import { variantFilename } from '@gossamer/contracts/variant-names';
import sharp from 'sharp';

/** A site that shows an image by the markup of its variants. */
export interface VariantPages {
  /** URL of a page with the `<picture>` element, followed by a paragraph. */
  pictureUrl: string;
  /** URL of a page with an element that has the CSS background. */
  backgroundUrl: string;
  /** Names of the requested image files. */
  requested: string[];
  close(): Promise<void>;
}

const originalFilename = 'harbor, (1) ümläut.jpg';
const widthsPx = [400, 800, 1_600];
const formats = ['avif', 'webp', 'jpeg'] as const;
/** Delay of each image in milliseconds, so that the page is laid out before it arrives. */
const delayMs = 300;

export const nameOf = (widthPx: number, format: (typeof formats)[number]) =>
  variantFilename(originalFilename, { widthPx, format });

/** Serves plain images in three widths and formats, and two pages with their markup. */
export async function serveVariantPages(): Promise<VariantPages> {
  const sizes = widthsPx.map((widthPx) => ({ widthPx, heightPx: Math.round(widthPx * 0.6251) }));
  const files = formats.flatMap((format) => sizes.map((size) => ({ format, ...size })));
  const bodies = new Map<string, { body: Buffer; type: string }>();
  for (const { format, widthPx, heightPx } of files) {
    const plain = sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#336699' } });
    const body = await plain.toFormat(format, format === 'avif' ? { effort: 0 } : {}).toBuffer();
    bodies.set(variantFilename(originalFilename, { widthPx, format }), { body, type: mediaTypes[format] });
  }
  const placeholderUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const markup = toMarkup({ files, placeholderUrl }, { originalFilename, maxDensity: 2 });
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const image = bodies.get(name);
    if (!image) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(name, markup));
      return;
    }
    requested.push(name);
    const headers = { 'content-type': image.type, 'cache-control': 'no-store' };
    setTimeout(() => response.writeHead(200, headers).end(image.body), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pictureUrl: `${root}/picture`,
    backgroundUrl: `${root}/background`,
    requested,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function pageOf(name: string, { html, css }: VariantMarkup): string {
  const head = '<!doctype html><meta name="viewport" content="width=device-width"><style>body{margin:0}';
  if (name === 'picture') return `${head}</style>${html}<p>After the image</p>`;
  const className = /^\.([\w-]+)/.exec(css)?.[1] ?? '';
  return `${head}.${className}{height:200px}${css}</style><div class="${className}"></div>`;
}
