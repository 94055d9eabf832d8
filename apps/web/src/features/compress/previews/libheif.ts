import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** Functions of libheif's C API (`heif.h`) that are used here. Pointers are offsets into the WebAssembly memory. */
export type Libheif = {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _malloc(sizeBytes: number): number;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    file: number,
    sizeBytes: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_get_list_of_thumbnail_IDs(handle: number, ids: number, count: number): number;
  _heif_image_handle_get_thumbnail(error: number, handle: number, id: number, thumbnail: number): void;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, profile: number): void;
  _heif_image_handle_get_nclx_color_profile(error: number, handle: number, profile: number): void;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly2(image: number, channel: number, strideBytes: number): number;
};

let wasmBinary: Promise<ArrayBuffer> | undefined;

/** Starts a libheif instance with its own memory. The memory never shrinks and is freed only with the instance. */
export async function startLibheif(): Promise<Libheif> {
  wasmBinary ??= fetchWasm();
  const silent = () => {};
  return createLibheif({
    wasmBinary: await wasmBinary,
    print: silent,
    printErr: silent,
  }) as unknown as Libheif;
}

async function fetchWasm(): Promise<ArrayBuffer> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`Failed to load the decoder: HTTP ${response.status}`);
  return response.arrayBuffer();
}

/** Size in bytes of `struct heif_error`: code, subcode and message. */
const errorBytes = 12;

/**
 * Calls a libheif function that writes a `heif_error`.
 * @throws Error if the function reports an error
 */
export function checked(heif: Libheif, call: (error: number) => void): void {
  const error = allocate(heif, errorBytes);
  call(error);
  const code = numberAt(heif, error);
  if (code !== 0) throw new Error(`libheif failed with error ${code}, suberror ${numberAt(heif, error + 4)}`);
}

/**
 * Calls a libheif function that writes a `heif_error` and a pointer to an object. Returns the pointer.
 * @throws Error if the function reports an error
 */
export function made(heif: Libheif, call: (error: number, result: number) => void): number {
  const result = allocate(heif, 4);
  checked(heif, (error) => call(error, result));
  return numberAt(heif, result);
}

/**
 * Allocates memory in a libheif instance. The memory is freed only with the instance.
 * @throws Error if no memory is available
 */
export function allocate(heif: Libheif, sizeBytes: number): number {
  const at = heif._malloc(sizeBytes);
  if (at === 0) throw new Error('libheif ran out of memory');
  return at;
}

export function numberAt(heif: Libheif, at: number): number {
  return heif.HEAPU32[at >> 2] ?? 0;
}
