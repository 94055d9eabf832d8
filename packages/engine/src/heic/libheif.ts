import { loadLibheif } from '#load-libheif';
import { DecoderOutOfMemoryError, DecoderRejectedError } from './decoder-errors.ts';
import type { Libheif, LibheifProgram } from './libheif-interface.ts';
import type { Crop, PixelView } from './transforms.ts';

const colorspaceRgb = 1;
const chromaInterleaved = { 3: 10, 4: 11 } as const;
const channelInterleaved = 10;

/** Offsets in libheif's `struct heif_decoding_options`. libheif never moves existing fields. */
const ignoreTransformationsOffset = 1;
const strictDecodingOffset = 21;

export type DecodeRequest = {
  itemId: number;
  channels: 3 | 4;
  /** Whether the decoder applies the container's rotation, mirroring and cropping. */
  isTransformed: boolean;
  /** Crop properties to hide from libheif, because version 1.23 would reject the decoded image as too large. */
  hiddenCrops: Crop[];
};

/**
 * Decodes one image in a HEIC file to 8-bit RGB or RGBA. The view passed to `use` is invalid after `use` returns.
 * Nothing is freed explicitly, because the memory is freed together with the decoder instance.
 * @throws DecoderRejectedError, DecoderOutOfMemoryError
 */
export async function decodeWithLibheif(
  file: Uint8Array,
  request: DecodeRequest,
  use: (pixels: PixelView) => void,
): Promise<void> {
  const libheif = await loadLibheif();
  try {
    decodeOnce(libheif, file, request, use);
  } finally {
    libheif.collectUnused();
  }
}

function decodeOnce(
  { start }: LibheifProgram,
  file: Uint8Array,
  request: DecodeRequest,
  use: (pixels: PixelView) => void,
): void {
  const heif = start();
  try {
    use(readPixels(heif, openItem(heif, file, request), request));
  } catch (cause) {
    throw isTrap(cause) ? trapError(heif, cause) : cause;
  }
}

/** Returns whether an error is a WebAssembly.RuntimeError, which abort() also throws. */
function isTrap(cause: unknown): cause is Error {
  return cause instanceof Error && cause.name === 'RuntimeError';
}

/** Converts a WebAssembly trap to an error. C++ exceptions, including out-of-memory errors, also cause traps. */
function trapError(heif: Libheif, cause: Error): Error {
  return isExhausted(heif)
    ? new DecoderOutOfMemoryError({ cause })
    : new DecoderRejectedError(0, 0, { cause });
}

function openItem(heif: Libheif, file: Uint8Array, { itemId, hiddenCrops }: DecodeRequest): number {
  const context = heif._heif_context_alloc();
  const copy = allocate(heif, file.length);
  heif.HEAPU8.set(file, copy);
  for (const crop of hiddenCrops) heif.HEAPU8.set(cropOfNothing(crop), copy + crop.boxStart);
  checked(heif, (error) =>
    heif._heif_context_read_from_memory_without_copy(error, context, copy, file.length, 0),
  );
  const handle = allocate(heif, 4);
  checked(heif, (error) => heif._heif_context_get_image_handle(error, context, itemId, handle));
  return numberAt(heif, handle);
}

/** Returns the payload of a `clap` box that crops nothing. The payload has the same length as the original one. */
function cropOfNothing({ whole }: Crop): Buffer {
  const payload = Buffer.alloc(32);
  for (const [index, value] of [whole.widthPx, 1, whole.heightPx, 1, 0, 1, 0, 1].entries()) {
    payload.writeUInt32BE(value, index * 4);
  }
  return payload;
}

function readPixels(heif: Libheif, handle: number, request: DecodeRequest): PixelView {
  const image = decodePatiently(heif, handle, request);
  const stride = allocate(heif, 4);
  const plane = heif._heif_image_get_plane_readonly2(image, channelInterleaved, stride);
  return {
    data: heif.HEAPU8,
    at: plane,
    widthPx: heif._heif_image_get_width(image, channelInterleaved),
    heightPx: heif._heif_image_get_height(image, channelInterleaved),
    rightBytes: request.channels,
    downBytes: numberAt(heif, stride),
  };
}

/**
 * libheif's code heif_suberror_Unknown_NCLX_color_primaries, and the codes for an unknown transfer curve and an unknown
 * matrix.
 */
const unknownColorCodes = [133, 134, 135];

/**
 * Decodes in strict mode, because damaged tiles would otherwise be omitted silently. Reserved color codes are not
 * treated as damage.
 */
function decodePatiently(heif: Libheif, handle: number, request: DecodeRequest): number {
  try {
    return decode(heif, handle, request, true);
  } catch (cause) {
    const isHarmless = cause instanceof DecoderRejectedError && unknownColorCodes.includes(cause.subcode);
    if (!isHarmless) throw cause;
    return decode(heif, handle, request, false);
  }
}

function decode(heif: Libheif, handle: number, request: DecodeRequest, isStrict: boolean): number {
  const { channels, isTransformed } = request;
  const image = allocate(heif, 4);
  const options = heif._heif_decoding_options_alloc();
  heif.HEAPU8[options + ignoreTransformationsOffset] = Number(!isTransformed);
  heif.HEAPU8[options + strictDecodingOffset] = Number(isStrict);
  checked(heif, (error) =>
    heif._heif_decode_image(error, handle, image, colorspaceRgb, chromaInterleaved[channels], options),
  );
  return numberAt(heif, image);
}

function allocate(heif: Libheif, sizeBytes: number): number {
  const at = heif._malloc(sizeBytes);
  if (at === 0) throw new DecoderOutOfMemoryError();
  return at;
}

function numberAt(heif: Libheif, at: number): number {
  return heif.HEAPU32[at >> 2] ?? 0;
}

/** Size in bytes of libheif's `struct heif_error`, which contains code, subcode and text. */
const errorBytes = 12;
/**
 * libheif's error codes heif_error_Memory_allocation_error, heif_error_Decoder_plugin_error and
 * heif_suberror_Security_limit_exceeded.
 */
const memoryAllocationError = 6;
const decoderError = 7;
const securityLimitExceeded = 1000;

function checked(heif: Libheif, call: (error: number) => void): void {
  const error = allocate(heif, errorBytes);
  call(error);
  const [code = 0, subcode = 0, textAt = 0] = heif.HEAP32.subarray(error >> 2, (error + errorBytes) >> 2);
  if (code === 0) return;
  const text = textAtAddress(heif, textAt);
  // libheif reports out-of-memory errors and an invalid image size with the same code; only the message differs.
  const isOutOfMemory =
    code === memoryAllocationError && subcode !== securityLimitExceeded && !/invalid image size/i.test(text);
  if (isOutOfMemory || (code === decoderError && isExhausted(heif))) {
    throw new DecoderOutOfMemoryError({ cause: text });
  }
  throw new DecoderRejectedError(code, subcode, { cause: text });
}

/**
 * Returns whether memory is exhausted, which libde265 and traps do not report. Checks this by allocating a large block.
 */
function isExhausted(heif: Libheif): boolean {
  const probeBytes = 256 * 2 ** 20;
  try {
    return heif._malloc(probeBytes) === 0;
  } catch {
    // The allocator traps if an earlier trap has corrupted it.
    return false;
  }
}

/** Reads zero-terminated text from libheif's memory. */
function textAtAddress(heif: Libheif, at: number): string {
  const maxBytes = 200;
  return Buffer.from(heif.HEAPU8.subarray(at, at + maxBytes))
    .toString('latin1')
    .split('\0', 1)
    .join('');
}
