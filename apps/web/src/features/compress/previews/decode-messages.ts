/** What the worker is asked for: the image, or the square in its middle as a small file. */
export type DecodeRequest =
  | { wanted: 'bitmap'; blob: Blob; maxSidePx: number | undefined }
  | { wanted: 'thumbnail'; blob: Blob; sidePx: number };

/** `bitmap` also for a thumbnail where the worker cannot write files. */
export type DecodeAnswer = { bitmap: ImageBitmap } | { file: Blob } | { error: string };
