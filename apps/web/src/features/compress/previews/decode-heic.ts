import { formatMaxPixels } from '@gossamer/contracts/limits';
import { isDisplayP3 } from './display-p3.ts';
import { allocate, checked, type Libheif, made, numberAt, startLibheif } from './libheif.ts';

const colorspaceRgb = 1;
const chromaInterleavedRgba = 11;
const channelInterleaved = 10;

/**
 * Decodes the primary image of a HEIC file, rotated and cropped as specified in the file. If the embedded thumbnail's
 * shorter side is at least `minSidePx` long, decodes the thumbnail instead.
 * @throws Error if the file cannot be decoded
 */
export async function decodeHeic(file: Uint8Array, minSidePx = Number.POSITIVE_INFINITY): Promise<ImageData> {
  const heif = await startLibheif();
  const context = heif._heif_context_alloc();
  const copy = allocate(heif, file.length);
  heif.HEAPU8.set(file, copy);
  checked(heif, (error) =>
    heif._heif_context_read_from_memory_without_copy(error, context, copy, file.length, 0),
  );
  const primary = made(heif, (error, handle) =>
    heif._heif_context_get_primary_image_handle(error, context, handle),
  );
  const small = thumbnailOf(heif, primary, minSidePx);
  if (small !== undefined) {
    try {
      return decode(heif, small, primary);
    } catch {
      // If the thumbnail cannot be decoded, fall back to the primary image.
    }
  }
  return decode(heif, primary, primary);
}

function sizeOf(heif: Libheif, handle: number) {
  const widthPx = heif._heif_image_handle_get_width(handle);
  const heightPx = heif._heif_image_handle_get_height(handle);
  return { widthPx, heightPx, shortSidePx: Math.min(widthPx, heightPx), aspect: widthPx / heightPx };
}

/**
 * Returns a thumbnail of sufficient size with the image's aspect ratio. A thumbnail with another aspect ratio has not
 * been rotated or cropped like the image.
 */
function thumbnailOf(heif: Libheif, primary: number, minSidePx: number): number | undefined {
  const maxCount = 4;
  const ids = allocate(heif, maxCount * 4);
  const count = heif._heif_image_handle_get_list_of_thumbnail_IDs(primary, ids, maxCount);
  const { aspect } = sizeOf(heif, primary);
  return Array.from({ length: count }, (_, index) => numberAt(heif, ids + index * 4))
    .map((id) =>
      made(heif, (error, handle) => heif._heif_image_handle_get_thumbnail(error, primary, id, handle)),
    )
    .find((handle) => {
      const size = sizeOf(heif, handle);
      return size.shortSidePx >= minSidePx && Math.abs(size.aspect / aspect - 1) < 0.03;
    });
}

/** Decodes an image with the color profile of the primary image, because thumbnails often have no profile. */
function decode(heif: Libheif, handle: number, primary: number): ImageData {
  const { widthPx, heightPx } = sizeOf(heif, handle);
  if (widthPx * heightPx > formatMaxPixels.heic) throw new Error('The image has too many pixels to decode');
  const colorSpace = hasDisplayP3(heif, primary) ? 'display-p3' : 'srgb';
  const image = made(heif, (error, result) =>
    heif._heif_decode_image(error, handle, result, colorspaceRgb, chromaInterleavedRgba, 0),
  );
  const pixels = readPixels(heif, image, colorSpace);
  if (heif._heif_image_handle_is_premultiplied_alpha(handle)) divideByAlpha(pixels.data);
  return pixels;
}

function readPixels(heif: Libheif, image: number, colorSpace: PredefinedColorSpace): ImageData {
  const strideAt = allocate(heif, 4);
  const plane = heif._heif_image_get_plane_readonly2(image, channelInterleaved, strideAt);
  const stride = numberAt(heif, strideAt);
  const widthPx = heif._heif_image_get_width(image, channelInterleaved);
  const heightPx = heif._heif_image_get_height(image, channelInterleaved);
  const rowBytes = widthPx * 4;
  // Pass an array, because Firefox does not support the ImageData constructor that takes settings without an array.
  const pixels = new ImageData(new Uint8ClampedArray(rowBytes * heightPx), widthPx, heightPx, { colorSpace });
  for (let row = 0; row < heightPx; row++) {
    const from = plane + row * stride;
    pixels.data.set(heif.HEAPU8.subarray(from, from + rowBytes), row * rowBytes);
  }
  return pixels;
}

/** Code of the Display P3 primaries (ITU-T H.273, table 2). */
const primariesP3 = 12;

function hasDisplayP3(heif: Libheif, handle: number): boolean {
  const sizeBytes = heif._heif_image_handle_get_raw_color_profile_size(handle);
  if (sizeBytes > 0) {
    const at = allocate(heif, sizeBytes);
    checked(heif, (error) => heif._heif_image_handle_get_raw_color_profile(error, handle, at));
    return isDisplayP3(heif.HEAPU8.subarray(at, at + sizeBytes));
  }
  try {
    const profile = made(heif, (error, result) =>
      heif._heif_image_handle_get_nclx_color_profile(error, handle, result),
    );
    // `struct heif_color_profile_nclx` starts with a version, padded to 4 bytes, followed by the primaries.
    return numberAt(heif, profile + 4) === primariesP3;
  } catch {
    return false;
  }
}

/** Converts premultiplied alpha (ISO/IEC 23008-12, 6.5.8) to straight alpha, which `ImageData` requires. */
function divideByAlpha(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      pixels[channel] = ((pixels[channel] ?? 0) * 255) / alpha;
    }
  }
}
