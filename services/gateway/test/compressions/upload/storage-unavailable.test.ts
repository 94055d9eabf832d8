import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { browser, json, startGateway, type TestGateway, upload } from '../../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway({
    STORAGE_DIRECTORY: '',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'nowhere',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  return () => gateway.close();
});

describe('while storage is unavailable', () => {
  it('an image is rejected with 503 and Retry-After', async () => {
    const refused = await upload(browser(gateway), await photo({ widthPx: 16, heightPx: 12 }));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await json(refused)).toMatchObject({ code: 'unavailable' });
  });

  it('an invalid file is still rejected with its specific error', async () => {
    const refused = await upload(browser(gateway), Buffer.from('words'), { filename: 'notes.txt' });
    expect(refused.status).toBe(415);
    expect(await json(refused)).toMatchObject({ code: 'unsupported_format' });
  });
});
