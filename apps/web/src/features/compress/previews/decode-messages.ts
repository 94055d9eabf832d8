/** Request to the web worker: decode an image to a bitmap, or encode its center square as a small file. */
export type DecodeRequest =
  | { wanted: 'bitmap'; blob: Blob; maxSidePx: number | undefined }
  | { wanted: 'thumbnail'; blob: Blob; sidePx: number };

/** Response from the web worker. A thumbnail is returned as a `bitmap` if the worker cannot encode files. */
export type DecodeAnswer = { bitmap: ImageBitmap } | { file: Blob } | { error: string };
