import { whenIdle } from '../../../lib/when-idle.ts';

/** Resolves when the image is decoded, the page is loaded and the browser is idle. Rejects if decoding fails. */
export async function whenQuiet(image: HTMLImageElement): Promise<void> {
  await image.decode();
  await whenLoaded();
  await new Promise<void>((resolve) => whenIdle(resolve));
}

/** Returns whether the browser's data saver is enabled. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

function whenLoaded(): Promise<void> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}
