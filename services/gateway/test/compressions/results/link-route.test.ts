import { beforeAll, describe, expect, it } from 'vitest';
import { json, startGateway, type TestGateway } from '../../gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

describe('a signed link', () => {
  const options = { expiresInSeconds: 60, contentType: 'image/webp', contentDisposition: 'attachment' };

  it('gives access only to the stored file that it was created for', async () => {
    const id = 'a'.repeat(32);
    const key = `results/${id}/1-1`;
    await gateway.deps.storage.put(key, Buffer.from('pixels'));
    const signed = new URL(await gateway.deps.storage.signedUrl(key, options));
    const path = signed.pathname + signed.search;
    const response = await fetch(gateway.url + path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('pixels');
    expect(response.headers.get('content-type')).toBe('image/webp');

    const forged = [
      path.replace(id, '0'.repeat(32)),
      path.replace('image%2Fwebp', 'text%2Fhtml'),
      signed.pathname,
    ];
    for (const wrong of [...forged, '/files/..%2f..%2fetc/passwd']) {
      const refusal = await fetch(gateway.url + wrong);
      expect(refusal.status).toBe(403);
      expect((await json(refusal)).code).toBe('link_not_valid');
    }
  });
});
