/** Request to the worker: the image as a bitmap, or the square in its middle as a small file. */
export type DecodeRequest =
  | { wanted: 'bitmap'; blob: Blob; maxSidePx: number | undefined }
  | { wanted: 'thumbnail'; blob: Blob; sidePx: number };

/** A thumbnail is also returned as `bitmap` if the worker cannot encode files. */
export type DecodeAnswer = { bitmap: ImageBitmap } | { file: Blob } | { error: string };
