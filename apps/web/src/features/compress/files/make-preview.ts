/** Twice the thumbnail's 48 px and a little: the picture is cut to a square by CSS. */
const previewSidePx = 144;

/**
 * A small picture of a file, as an object URL. Decoding and scaling happen off the main thread where the
 * browser can; a format it cannot decode that way (HEIC outside of Safari) falls back to the file itself.
 */
export async function makePreview(file: File): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: previewSidePx, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.8));
    return URL.createObjectURL(blob ?? file);
  } catch {
    return URL.createObjectURL(file);
  }
}
