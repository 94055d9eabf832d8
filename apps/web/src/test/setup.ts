import { afterEach } from 'vitest';

declare const jsdom: { window: Pick<typeof globalThis, 'FormData' | 'File' | 'Blob'> };

if (typeof window !== 'undefined') {
  // Vitest keeps Node's classes, which jsdom's XMLHttpRequest does not take.
  const { FormData, File, Blob } = jsdom.window;
  Object.assign(globalThis, { FormData, File, Blob });
  const { cleanup } = await import('@testing-library/react');
  afterEach(cleanup);
}
