import { afterEach } from 'vitest';

declare const jsdom: { window: Pick<typeof globalThis, 'FormData' | 'File' | 'Blob'> };

if (typeof window !== 'undefined') {
  // Replace Node's classes with those of jsdom, because jsdom's XMLHttpRequest does not accept Node's.
  const { FormData, File, Blob } = jsdom.window;
  Object.assign(globalThis, { FormData, File, Blob });
  const { cleanup, configure } = await import('@testing-library/react');
  // Increase the default timeout of 1 s, which is too short while other tests use the CPU.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(cleanup);
}
