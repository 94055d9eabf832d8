/**
 * Thrown if the decoder rejected the file. The numbers are libheif's `heif_error_code` and `heif_suberror_code`, or 0
 * after a WebAssembly trap.
 */
export class DecoderRejectedError extends Error {
  override readonly name = 'DecoderRejectedError';
  readonly code: number;
  readonly subcode: number;

  constructor(code: number, subcode: number, options?: ErrorOptions) {
    super(`HEIC decoder failed with error ${code}.${subcode}`, options);
    this.code = code;
    this.subcode = subcode;
  }
}

/**
 * Thrown if the process ran out of memory. The image may still be valid: another process may have enough memory to
 * decode it.
 */
export class DecoderOutOfMemoryError extends Error {
  override readonly name = 'DecoderOutOfMemoryError';

  constructor(options?: ErrorOptions) {
    super('HEIC decoder ran out of memory', options);
  }
}
