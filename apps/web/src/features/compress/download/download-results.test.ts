// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { someCompression, someId } from '../../../test/protocol-server.ts';
import { type CompletedItem, toResult } from '../uploads/upload-state.ts';
import { downloadAll, downloadOne } from './download-results.ts';

const savedNames: string[] = [];
beforeEach(() => {
  savedNames.length = 0;
  // Stub object URLs and downloads, which jsdom does not implement.
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    savedNames.push(this.download);
  });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function item(key: string): CompletedItem {
  const result = toResult(someCompression({ downloadUrl: `/compressed/${key}` }));
  if (!result) throw new Error('Expected a completed compression');
  const file = { name: `${key}.png`, size: 1_000 };
  return {
    key,
    file,
    isSample: false,
    tryCount: 1,
    isDownloaded: false,
    step: { name: 'completed', result },
  };
}

/**
 * Stubs `fetch`. Requests for paths in `failing` fail, and all others return 10,000 bytes. Returns the requested paths.
 */
function answerWith(failing: Record<string, () => Promise<Response>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: URL) => {
    const key = url.pathname.split('/').at(-1) ?? '';
    asked.push(url.pathname);
    return failing[key]?.() ?? Promise.resolve(new Response(new Uint8Array(10_000)));
  });
  return asked;
}

const gone = async () =>
  Response.json({ code: 'result_expired', message: 'Gone.', requestId: 'r-1' }, { status: 410 });
const cut = () => Promise.reject(new TypeError('Failed to fetch'));
const { signal } = new AbortController();

it('omits results that cannot be fetched from the archive, and returns the reasons', async () => {
  answerWith({ b: gone, c: cut });
  const done: number[] = [];
  const onProgress = (count: number) => done.push(count);
  const report = await downloadAll(['a', 'b', 'c', 'd'].map(item), { signal, onProgress });
  expect(report).toEqual({
    savedKeys: ['a', 'd'],
    failures: [{ reason: 'result_expired' }, { reason: 'network' }],
  });
  expect(done).toEqual([1, 2, 3, 4]);
  expect(savedNames).toEqual([expect.stringMatching(/^gossamer-.*\.zip$/)]);
});

it('saves no archive if no result could be fetched', async () => {
  answerWith({ a: gone, b: gone });
  const report = await downloadAll(['a', 'b'].map(item), { signal, onProgress: () => {} });
  expect(report.failures).toHaveLength(2);
  expect(savedNames).toEqual([]);
});

it('saves no file if the download is aborted', async () => {
  const asked = answerWith({});
  const controller = new AbortController();
  const onProgress = (count: number) => count === 2 && controller.abort();
  const stopped = downloadAll(['a', 'b', 'c'].map(item), { signal: controller.signal, onProgress });
  await expect(stopped).rejects.toThrow();
  expect(asked).toEqual(['/compressed/a', '/compressed/b']);
  expect(savedNames).toEqual([]);
});

// Spec: 7.26
it('requests a result by id if the item has no download link', async () => {
  const asked = answerWith({});
  const { step, ...rest } = item('a');
  const withoutLink = { ...step.result, downloadUrl: undefined };
  const report = await downloadOne({ ...rest, step: { ...step, result: withoutLink } }, []);
  expect(report).toEqual({ savedKeys: ['a'], failures: [] });
  expect(asked).toEqual([`/api/download/${someId}`]);
});
