export type Size = { widthPx: number; heightPx: number; seed?: number };

/**
 * Returns a mulberry32 random number generator. It generates numbers in [0, 1), and the same seed always gives the same
 * numbers.
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const valueAt = (values: Float32Array, index: number) => values[index] ?? 0;

/** Adds one octave of value noise: a random value from −amplitude to +amplitude every `cellPx` pixels. */
function addOctave(plane: Float32Array, size: Size, cellPx: number, amplitude: number, random: () => number) {
  const columns = Math.ceil(size.widthPx / cellPx) + 2;
  const rows = Math.ceil(size.heightPx / cellPx) + 2;
  const grid = Float32Array.from({ length: columns * rows }, () => (random() * 2 - 1) * amplitude);
  const mix = (index: number, share: number) =>
    valueAt(grid, index) + (valueAt(grid, index + 1) - valueAt(grid, index)) * share;
  for (let y = 0; y < size.heightPx; y++) {
    const row = Math.floor(y / cellPx);
    for (let x = 0; x < size.widthPx; x++) {
      const column = Math.floor(x / cellPx);
      const top = mix(row * columns + column, x / cellPx - column);
      const bottom = mix((row + 1) * columns + column, x / cellPx - column);
      const index = y * size.widthPx + x;
      plane[index] = valueAt(plane, index) + top + (bottom - top) * (y / cellPx - row);
    }
  }
}

/** Returns RGB pixels that encoders treat like a photo: soft shapes, some edges, fine texture and sensor noise. */
export function photoPixels(size: Size): Buffer {
  const random = randomNumbers(size.seed ?? 1);
  const longest = Math.max(size.widthPx, size.heightPx, 8);
  const plane = () => new Float32Array(size.widthPx * size.heightPx);
  const luma = plane();
  addOctave(luma, size, longest / 3, 60, random);
  luma.forEach((value, index) => {
    luma[index] = value + (value > 8 ? 45 : -20);
  });
  addOctave(luma, size, Math.max(2, longest / 9), 30, random);
  addOctave(luma, size, 40, 22, random);
  addOctave(luma, size, 11, 12, random);
  addOctave(luma, size, 4, 7, random);
  const red = plane();
  addOctave(red, size, longest / 4, 40, random);
  const blue = plane();
  addOctave(blue, size, longest / 5, 40, random);
  const pixels = new Uint8ClampedArray(luma.length * 3);
  for (let i = 0; i < luma.length; i++) {
    const gray = 118 + valueAt(luma, i) + (random() - 0.5) * 5;
    const [redder, bluer] = [valueAt(red, i), valueAt(blue, i)];
    pixels[i * 3] = gray + redder;
    pixels[i * 3 + 1] = gray - (redder + bluer) * 0.3;
    pixels[i * 3 + 2] = gray + bluer;
  }
  return Buffer.from(pixels.buffer);
}
