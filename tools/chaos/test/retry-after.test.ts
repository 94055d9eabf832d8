import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { formOf, sendUpload } from '../src/crowd/send-upload.ts';
import { emptyReport, upload, visitorCookie } from '../src/load.ts';
import { submit } from '../src/submit.ts';

const file = Buffer.from('an image');
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a mock gateway that rejects all uploads with the same response. Counts the uploads. */
async function startRefusing(status: number, code: string, retryAfter?: string) {
  let uploads = 0;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    if (request.method === 'POST') uploads += 1;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => void server.close().closeAllConnections());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    uploads: () => uploads,
  };
}

describe('a rejection with an invalid Retry-After', () => {
  it.each([
    ['NaN', 'NaN'],
    ['0', '0'],
    ['-5', '-5'],
    ['Infinity', 'Infinity'],
    ['soon', 'soon'],
    [undefined, 'none'],
  ])('is reported as an invalid response and not retried by `upload`: %s', async (retryAfter, shown) => {
    const gateway = await startRefusing(503, 'server_busy', retryAfter);
    const report = emptyReport();
    await upload({ url: gateway.url, files: [file], uploads: 1, inFlight: 1 }, report);
    expect(report.wrong).toEqual([`503 server_busy, Retry-After ${shown}`]);
    expect(report.refused.size).toBe(0);
    expect(gateway.uploads()).toBe(1);
  });

  it('is reported as an invalid response by `submit` and `sendUpload`', async () => {
    const { url } = await startRefusing(503, 'server_busy', 'NaN');
    const what = '503 server_busy, Retry-After NaN';
    const cookie = await visitorCookie(url);
    expect(await submit(url, cookie, file, {})).toEqual({ type: 'wrong', code: what });
    expect(await sendUpload(url, cookie, formOf(file))).toMatchObject({ type: 'wrong', what });
  });
});

it('a rejection with a valid Retry-After delays the next attempt of an upload', async () => {
  const { url } = await startRefusing(503, 'server_busy', '5');
  const answer = await sendUpload(url, '', formOf(file));
  expect(answer).toMatchObject({ type: 'retry later', what: '503 server_busy' });
});
