/** Request to the worker: decode the image to a bitmap, or encode the square in its middle as a small file. */
export type DecodeRequest =
  | { wanted: 'bitmap'; blob: Blob; maxSidePx: number | undefined }
  | { wanted: 'thumbnail'; blob: Blob; sidePx: number };

/** Response of the worker. A thumbnail is returned as `bitmap` if the worker cannot encode files. */
export type DecodeAnswer = { bitmap: ImageBitmap } | { file: Blob } | { error: string };
