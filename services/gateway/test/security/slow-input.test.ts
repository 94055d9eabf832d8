import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanFilename } from '../../src/compressions/upload/clean-filename.ts';
import { browser, startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

const letters = {
  spaces: ' ',
  dots: '.',
  tabs: '\t',
  'percent escapes': '%22',
  'combining marks': '\u0301',
  slashes: '/',
  'dots and spaces': '. ',
};

/** Length of a file name just below the form parser's limit. */
const nearlyLimit = 78_000;

/**
 * Test timeout in milliseconds. Linear-time processing takes far less than the timeout; quadratic-time processing
 * exceeds it.
 */
const timeout = 4_000;

describe('a long file name', () => {
  it.each(Object.entries(letters))('is sanitized in linear time (many %s)', { timeout }, (_, letter) => {
    const many = letter.repeat(nearlyLimit / letter.length);
    expect(cleanFilename(`a${many}x.jpg`, 'jpeg').length).toBeLessThanOrEqual(300);
    expect(cleanFilename(`${many}x${many}`, 'jpeg').length).toBeGreaterThan(0);
  });

  it('does not delay other requests if it contains many spaces', { timeout }, async () => {
    const image = await photo({ widthPx: 16, heightPx: 12 });
    const name = `a${' '.repeat(nearlyLimit)}x`;
    const head = `--b\r\ncontent-disposition: form-data; name="image"; filename="${name}"\r\n\r\n`;
    const body = new Uint8Array(Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--b--\r\n')]));
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const sent = browser(gateway)('/api/compress', { method: 'POST', body, headers });
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    expect((await sent).status).toBe(202);
  });
});
