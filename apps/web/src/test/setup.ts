import { afterEach } from 'vitest';

declare const jsdom: { window: Pick<typeof globalThis, 'FormData' | 'File' | 'Blob'> };

if (typeof window !== 'undefined') {
  // Vitest keeps Node's classes, which jsdom's XMLHttpRequest does not take.
  const { FormData, File, Blob } = jsdom.window;
  Object.assign(globalThis, { FormData, File, Blob });
  const { cleanup, configure } = await import('@testing-library/react');
  // A second is too short where other tests take the cores.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(cleanup);
}
