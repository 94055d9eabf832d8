import { photo } from '@gossamer/testkit/images';
import { parse } from 'content-disposition';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Browser, browser, json, startGateway, startWorker, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
let visitor: Browser;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway();
  const worker = startWorker(gateway);
  visitor = browser(gateway);
  await visitor('/api/compressions');
  image = await photo({ widthPx: 16, heightPx: 12 });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

const names = [
  'a.jpg\r\nset-cookie: session=evil',
  'a\nb.jpg',
  'a\0b.jpg',
  '../../../etc/passwd',
  '..\\..\\windows\\system32\\cmd.exe',
  '/etc/passwd.jpg',
  'C:\\photo.jpg',
  '.htaccess',
  '..',
  '   ',
  'a".jpg',
  "a'; filename*=UTF-8''evil.html",
  '<script>alert(1)</script>.jpg',
  '"><img src=x onerror=alert(1)>.png',
  'photo\u202egpj.exe',
  `${'x'.repeat(5_000)}.jpg`,
  `${'🦆'.repeat(300)}.jpg`,
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd.jpg',
  'e\u0301te\u0301 %0d%0aset-cookie:x.jpg',
  'image.html',
  'CON.jpg',
  '=cmd|calc.csv',
];

/** Returns a form with an unescaped file name, which only a malicious client would send. */
function formWith(name: string): RequestInit {
  const escaped = name.replace(/"/g, '\\"');
  const head = `--b\r\ncontent-disposition: form-data; name="image"; filename="${escaped}"\r\ncontent-type: text/html\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), image, Buffer.from('\r\n--b--\r\n')]);
  return {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  };
}

describe('a file name', () => {
  it.each(names)('is either sanitized or rejected: %j', async (name) => {
    const sent = await visitor('/api/compress', formWith(name));
    expect([200, 400]).toContain(sent.status);
    expect(sent.headers.getSetCookie()).toEqual([]);
    if (sent.status === 400) return;
    const { compressionId } = await json(sent);
    for (const path of ['/api/download', '/api/original', '/api/preview']) {
      const response = await visitor(`${path}/${compressionId}`);
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get('content-type')).toMatch(/^image\/(webp|jpeg)$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      );
      expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      const header = response.headers.get('content-disposition') ?? '';
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      const { type, parameters } = parse(header);
      expect(type).toBe(path === '/api/preview' ? 'inline' : 'attachment');
      // The sanitized name contains no folders and no characters with a special meaning in shells, HTML or file
      // systems.
      const given = parameters.filename ?? 'none';
      expect(given).not.toMatch(/[/\\<>:"|?*\p{Cc}\p{Cf}]|^\.|^$/u);
      expect([...given].length).toBeLessThanOrEqual(300);
      await response.body?.cancel();
    }
  });
});
