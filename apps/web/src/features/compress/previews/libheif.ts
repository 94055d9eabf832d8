import createLibheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** The part of libheif's C interface (`heif.h`) that is used here; numbers are addresses in its memory. */
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

/** A decoder with memory of its own: that never shrinks, and only goes when the whole instance does. */
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
  if (!response.ok) throw new Error(`No decoder: ${response.status}`);
  return response.arrayBuffer();
}

/** `struct heif_error`: code, subcode, text. */
const errorBytes = 12;

/** A call that fills in a `heif_error`. */
export function checked(heif: Libheif, call: (error: number) => void): void {
  const error = allocate(heif, errorBytes);
  call(error);
  const code = numberAt(heif, error);
  if (code !== 0) throw new Error(`libheif refused: ${code}, ${numberAt(heif, error + 4)}`);
}

/** A call that fills in a `heif_error` and the address of what it made. */
export function made(heif: Libheif, call: (error: number, result: number) => void): number {
  const result = allocate(heif, 4);
  checked(heif, (error) => call(error, result));
  return numberAt(heif, result);
}

/** Nothing is freed: the whole memory goes with the instance. */
export function allocate(heif: Libheif, sizeBytes: number): number {
  const at = heif._malloc(sizeBytes);
  if (at === 0) throw new Error('libheif has no memory left');
  return at;
}

export function numberAt(heif: Libheif, at: number): number {
  return heif.HEAPU32[at >> 2] ?? 0;
}
