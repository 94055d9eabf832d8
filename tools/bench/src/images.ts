import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/** A file to upload. */
export interface Image {
  filename: string;
  data: Buffer;
}

const folder = join(import.meta.dirname, '../images');
const read = (name: string) => readFileSync(join(folder, name));

type Write = (image: Sharp, n: number) => Sharp;

const jpeg: Write = (image, n) => image.jpeg({ quality: 82 + (n % 4) * 4, optimiseCoding: false });
const png: Write = (image) => image.png({ compressionLevel: 6 });
const webp: Write = (image, n) => image.webp({ quality: 80 + (n % 3) * 6, effort: 2 });

/**
 * A group of similar files in the batch. They cycle through the widths in `widthsPx` and are cropped at different
 * positions.
 */
interface Kind {
  source: string;
  extension: string;
  count: number;
  widthsPx: number[];
  write: Write;
}

/** Groups of files in the batch, 200 files in total: 130 photos, mostly JPEG, and 70 drawings. */
const kinds: Kind[] = [
  {
    source: 'camera-12mp.jpg',
    extension: 'jpg',
    count: 70,
    widthsPx: [800, 1_200, 1_600, 2_400, 3_200],
    write: jpeg,
  },
  { source: 'waterfall.jpg', extension: 'jpg', count: 25, widthsPx: [600, 1_000, 1_400], write: jpeg },
  { source: 'city.png', extension: 'png', count: 10, widthsPx: [300, 500], write: png },
  { source: 'flowers.png', extension: 'webp', count: 25, widthsPx: [320, 560], write: webp },
  { source: 'page.png', extension: 'png', count: 40, widthsPx: [400, 700, 1_000], write: png },
  { source: 'terminal.png', extension: 'png', count: 30, widthsPx: [400, 700, 1_000], write: png },
];

/**
 * Returns a batch of photos and drawings that is identical in every run. The file types alternate, as in a real queue.
 */
export async function mixedImages(count = 200): Promise<Image[]> {
  const all = kinds.flatMap((kind) =>
    Array.from({ length: kind.count }, (_, n) => ({ kind, n, at: (n + 0.5) / kind.count })),
  );
  const inTurn = all.sort((a, b) => a.at - b.at);
  const step = inTurn.length / count;
  const chosen = inTurn.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return Promise.all(chosen.map(({ kind, n }) => variant(kind, n)));
}

async function variant(kind: Kind, n: number): Promise<Image> {
  const source = read(kind.source);
  const { width, height } = (await sharp(source).metadata()).autoOrient;
  const side = 0.8 + (0.2 * n) / kind.count;
  const cut = {
    left: Math.floor(((1 - side) * width * (n % 3)) / 3),
    top: Math.floor(((1 - side) * height * (n % 5)) / 5),
    width: Math.floor(side * width),
    height: Math.floor(side * height),
  };
  const widthPx = kind.widthsPx[n % kind.widthsPx.length];
  const image = sharp(source).autoOrient().extract(cut).resize(widthPx, undefined, {
    withoutEnlargement: true,
  });
  const data = await kind.write(image, n).toBuffer();
  return { filename: `${kind.source.split('.')[0]}-${n}.${kind.extension}`, data };
}

/** Returns a JPEG photo with a file size of about `targetBytes`. */
export async function photoOf(targetBytes: number): Promise<Image> {
  let widthPx = 200;
  for (;;) {
    const data = await sharp(read('camera-12mp.jpg')).resize(widthPx).jpeg({ quality: 88 }).toBuffer();
    if (data.length >= targetBytes) return { filename: 'photo.jpg', data };
    widthPx = Math.ceil(widthPx * 1.05);
  }
}

/** Returns a photo resized to the given number of megapixels. The source photo has 12 megapixels. */
export async function photoOfMegapixels(megapixels: number): Promise<Image> {
  const source = read('camera-12mp.jpg');
  const { width = 1, height = 1 } = await sharp(source).metadata();
  const scale = Math.sqrt((megapixels * 1_000_000) / (width * height));
  const data = await sharp(source)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { filename: `photo-${megapixels}mp.jpg`, data };
}

/** Returns a screenshot of a web page resized to the given number of megapixels. */
export async function drawingOfMegapixels(megapixels: number): Promise<Image> {
  const source = read('page.png');
  const { width, height } = await sharp(source).metadata();
  const scale = Math.sqrt((megapixels * 1_000_000) / (width * height));
  const data = await sharp(source)
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .png({ compressionLevel: 6 })
    .toBuffer();
  return { filename: `drawing-${megapixels}mp.png`, data };
}

/**
 * Returns photos as a camera would create them: 12 megapixels with grain, about 10 MB. Each photo has a different hash.
 */
export async function cameraPhotos(count: number): Promise<Image[]> {
  const source = sharp(read('camera-12mp.jpg'));
  const { width, height } = await source.metadata();
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const grain = { create: { width, height, channels: 3, background: '#808080', noise } } as const;
  const photo = await source
    .composite([{ input: grain, blend: 'overlay' }])
    .jpeg({ quality: 97 })
    .toBuffer();
  // Data appended to a JPEG file changes its hash without changing the image.
  const numbered = (index: number) => Buffer.concat([photo, Buffer.from(`photo ${index}`)]);
  return Array.from({ length: count }, (_, index) => ({
    filename: `DSC_${1_000 + index}.jpg`,
    data: numbered(index),
  }));
}

/** Returns a photo as a phone would create it: a tiled HEIC file with 12 megapixels in Display P3. */
export async function phonePhoto(): Promise<Image> {
  return { filename: 'phone.heic', data: read('phone-12mp.heic') };
}

/** Returns data that starts like a JPEG file but cannot be decoded. */
export function fillerOf(sizeBytes: number): Image {
  const data = Buffer.alloc(sizeBytes, 0x5a);
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]).copy(data);
  return { filename: 'filler.jpg', data };
}
