/** Linear-light value for every 8-bit sRGB value. The last value is repeated, so that values can be interpolated. */
const table = memory.data(257 * 4, 16);

export function fillTable(): void {
  for (let code = 0; code <= 256; code++) {
    const encoded = <f64>min(code, 255) / 255.0;
    const linear = encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
    store<f32>(table + (code << 2), <f32>linear);
  }
}

/**
 * Converts a row of pixels to linear rows of red, green and blue, `step` bytes apart. For gray pixels, all three rows
 * are equal.
 */
export function toLinear(pixels: usize, channels: i32, to: usize, step: usize, widthPx: i32): void {
  const green: usize = channels < 3 ? 0 : 1;
  const blue: usize = channels < 3 ? 0 : 2;
  const end = to + (widthPx << 2);
  let from = pixels;
  for (let at = to; at < end; at += 4) {
    store<f32>(at, lightOf(load<u8>(from)));
    store<f32>(at + step, lightOf(load<u8>(from + green)));
    store<f32>(at + 2 * step, lightOf(load<u8>(from + blue)));
    from += channels;
  }
}

/**
 * Converts a row of pixels with alpha like `toLinear`, on a gray `background` of 0 to 255. Blends sRGB values instead
 * of linear light, like the reference implementation.
 */
export function toLinearOver(
  background: f32,
  pixels: usize,
  channels: i32,
  to: usize,
  step: usize,
  widthPx: i32,
): void {
  const green: usize = channels < 3 ? 0 : 1;
  const blue: usize = channels < 3 ? 0 : 2;
  const end = to + (widthPx << 2);
  let from = pixels;
  for (let at = to; at < end; at += 4) {
    const alpha = <f32>load<u8>(from + channels - 1) / 255;
    const rest: f32 = (<f32>1 - alpha) * background;
    store<f32>(at, lightBetween(<f32>load<u8>(from) * alpha + rest));
    store<f32>(at + step, lightBetween(<f32>load<u8>(from + green) * alpha + rest));
    store<f32>(at + 2 * step, lightBetween(<f32>load<u8>(from + blue) * alpha + rest));
    from += channels;
  }
}

function lightOf(code: u8): f32 {
  return load<f32>(table + ((<usize>code) << 2));
}

function lightBetween(code: f32): f32 {
  const below = min(<i32>code, 255);
  const at = table + (below << 2);
  const lower = load<f32>(at);
  return lower + (load<f32>(at, 4) - lower) * (code - <f32>below);
}
