import { decodeBlob, decodeSquare } from './decode-blob.ts';
import type { DecodeAnswer, DecodeRequest } from './decode-messages.ts';

addEventListener('message', async ({ data }: MessageEvent<DecodeRequest>) => {
  const answer = await answerTo(data).catch((error: unknown): DecodeAnswer => ({ error: String(error) }));
  postMessage(answer, { transfer: 'bitmap' in answer ? [answer.bitmap] : [] });
});

async function answerTo(request: DecodeRequest): Promise<DecodeAnswer> {
  if (request.wanted === 'bitmap') return { bitmap: await decodeBlob(request.blob, request.maxSidePx) };
  const bitmap = await decodeSquare(request.blob, request.sidePx);
  const canvas = emptyCanvas(bitmap);
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return { bitmap };
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return { file: await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 }) };
}

/**
 * Returns an OffscreenCanvas with the size of the bitmap, or undefined if the browser does not support it. The canvas
 * may lack a 2D context.
 */
function emptyCanvas({ width, height }: ImageBitmap): OffscreenCanvas | undefined {
  return typeof OffscreenCanvas === 'undefined' ? undefined : new OffscreenCanvas(width, height);
}
