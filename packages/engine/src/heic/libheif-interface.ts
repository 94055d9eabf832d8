/** The functions of libheif's C interface (`heif.h`) that are used. Pointers are addresses in WebAssembly memory. */
export type Libheif = {
  HEAPU8: Uint8Array;
  HEAP32: Int32Array;
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
  _heif_context_get_image_handle(error: number, context: number, itemId: number, handle: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_decoding_options_alloc(): number;
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

/** The loaded program, which can be started several times. */
export type LibheifProgram = {
  /** Starts a decoder instance with its own memory, which never shrinks and is freed together with the instance. */
  start(): Libheif;
  /**
   * Frees the memory of unused instances. To V8, an instance is a small object, so up to three unused ones would remain in
   * memory (50 to 150 MB).
   */
  collectUnused(): void;
};
