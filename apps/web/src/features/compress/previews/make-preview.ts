import { imageDecoder } from './image-decoder.ts';

/** Side of a preview in pixels. Rows display it at 48 px; the factor of 3 covers high-density screens. */
const previewSidePx = 144;
const timeLimitMs = 10_000;

/** Returns the object URL of a small preview, or undefined if the file cannot be decoded or decoding times out. */
export async function makePreview(file: File): Promise<string | undefined> {
  try {
    const request = { wanted: 'thumbnail', blob: file, sidePx: previewSidePx } as const;
    const answer = await imageDecoder.run(request, { timeLimitMs });
    const image = 'file' in answer ? answer.file : await writeHere(answer.bitmap);
    return image ? URL.createObjectURL(image) : undefined;
  } catch {
    return undefined;
  }
}

/** Encodes a bitmap on the main thread, for browsers that do not support OffscreenCanvas. */
async function writeHere(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', 0.8));
}
