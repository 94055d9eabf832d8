import Vips from 'wasm-vips';

let loading: Promise<typeof Vips> | undefined;

/** Loads a build of libvips that includes Google's libultrahdr. */
function loadVips(): Promise<typeof Vips> {
  loading ??= Vips({ dynamicLibraries: [] });
  return loading;
}

/**
 * Returns an HDR JPEG created by libultrahdr: a gradient up to four times as bright as white. Its gain map has half the
 * width and height of the image, and its parameters follow ISO 21496-1.
 */
export async function ultraHdrJpeg({
  widthPx,
  heightPx,
}: {
  widthPx: number;
  heightPx: number;
}): Promise<Buffer> {
  const vips = await loadVips();
  const light = new Float32Array(widthPx * heightPx * 3);
  for (let at = 0; at < light.length; at += 3) {
    const x = ((at / 3) % widthPx) / widthPx;
    const y = Math.floor(at / 3 / widthPx) / heightPx;
    const value = x ** 2 * 4;
    light.set([value, value * y, value / 2], at);
  }
  const raw = vips.Image.newFromMemory(light, widthPx, heightPx, 3, vips.BandFormat.float);
  return Buffer.from(raw.copy({ interpretation: 'scrgb' }).uhdrsaveBuffer({ Q: 95 }));
}

/**
 * Decodes an HDR JPEG with libultrahdr. Returns the mean linear brightness in each cell of a grid of 8 × 8, row by row.
 * White has the brightness 1.
 * @throws Error if the file has no gain map
 */
export async function hdrBrightness(file: Uint8Array): Promise<number[]> {
  const vips = await loadVips();
  const rendition = vips.Image.uhdrloadBuffer(file).uhdr2scRGB().extractBand(0, { n: 3 }).bandmean();
  const { width, height } = rendition;
  const { buffer, byteOffset, byteLength } = rendition.cast('float').writeToMemory();
  const values = new Float32Array(buffer, byteOffset, byteLength / Float32Array.BYTES_PER_ELEMENT);
  const sums = new Float64Array(gridSide ** 2);
  const counts = new Float64Array(gridSide ** 2);
  for (const [at, value] of values.entries()) {
    const column = Math.floor(((at % width) / width) * gridSide);
    const cell = Math.floor((Math.floor(at / width) / height) * gridSide) * gridSide + column;
    sums[cell] = (sums[cell] ?? 0) + value;
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  return [...sums].map((sum, cell) => sum / (counts[cell] ?? 1));
}

const gridSide = 8;
