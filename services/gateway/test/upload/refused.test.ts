import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cameraPhoto, foreignFiles, photo } from '@gossamer/testkit/pictures';
import { waitFor } from '@gossamer/testkit/wait';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browser, form, json, startGateway, storedKeys, type TestGateway, upload } from '../gateway.ts';

let gateway: TestGateway;
let picture: Buffer;

beforeAll(async () => {
  picture = await photo({ widthPx: 64, heightPx: 48 });
  gateway = await startGateway({ GATEWAY_UPLOAD_IDLE_MS: '400' });
  return () => gateway.close();
});

/** Whatever was refused left nothing behind. */
afterEach(async () => {
  await waitFor('the store to be empty', async () => (await storedKeys(gateway)).length === 0, 3_000);
  expect(await gateway.servers.sql('select id from compressions')).toEqual([]);
});

const post = (body: FormData) => browser(gateway)('/api/compress', { method: 'POST', body });

async function expectRefusal(
  response: Response,
  status: number,
  code: string,
  field?: string,
): Promise<void> {
  const body = await json(response);
  expect({ status: response.status, code: body.code, field: body.field }).toEqual({ status, code, field });
  expect(body.message).toMatch(/\w{3,}.*\.$/);
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
}

describe('a file that is none of ours', () => {
  it('is missing', async () =>
    expectRefusal(await post(form([['quality', '85']])), 400, 'missing_file', 'image'));

  it('is empty', async () => {
    await expectRefusal(await upload(browser(gateway), new Uint8Array()), 400, 'empty_file', 'image');
  });

  it.each(['text', 'svg', 'gif', 'tiff', 'pdf'] as const)(
    'is %s under the name of a picture',
    async (kind) => {
      const file = (await foreignFiles())[kind];
      for (const filename of ['photo.jpg', 'photo.png']) {
        const response = await upload(browser(gateway), file, { filename });
        await expectRefusal(response, 415, 'unsupported_format', 'image');
      }
    },
  );

  it('comes twice', async () => {
    const body = form([
      ['image', picture],
      ['image', picture],
    ]);
    await expectRefusal(await post(body), 400, 'too_many_files', 'image');
  });

  it('comes under another name', async () => {
    await expectRefusal(await post(form([['file', picture]])), 400, 'unknown_field', 'file');
  });

  it('does not come as a form', async () => {
    const body = JSON.stringify({ image: 'x' });
    const headers = { 'content-type': 'application/json' };
    const response = await browser(gateway)('/api/compress', { method: 'POST', body, headers });
    await expectRefusal(response, 415, 'not_multipart');
  });
});

describe('a field', () => {
  it.each([
    ['quality', 'abc', 'invalid_quality'],
    ['quality', '9', 'invalid_quality'],
    ['quality', '101', 'invalid_quality'],
    ['quality', '85.5', 'invalid_quality'],
    ['format', 'tiff', 'invalid_format'],
    ['format', '__proto__', 'invalid_format'],
    ['filter', 'blur', 'invalid_filter'],
    ['resizeWidth', '0', 'invalid_resize'],
    ['resizeHeight', '-5', 'invalid_resize'],
    ['resizeWidth', '99999', 'invalid_resize'],
    ['maintainAspect', 'maybe', 'invalid_resize'],
    ['isSample', 'yes', 'invalid_request'],
    ['qualty', '85', 'unknown_field'],
  ])('%s=%s is refused, before and after the file', async (name, value, code) => {
    await expectRefusal(
      await post(
        form([
          [name, value],
          ['image', picture],
        ]),
      ),
      400,
      code,
      name,
    );
    await expectRefusal(
      await post(
        form([
          ['image', picture],
          [name, value],
        ]),
      ),
      400,
      code,
      name,
    );
  });

  it('given twice is refused', async () => {
    const body = form([
      ['quality', '85'],
      ['quality', '20'],
      ['image', picture],
    ]);
    await expectRefusal(await post(body), 400, 'invalid_quality', 'quality');
  });

  it('too many are refused', async () => {
    const fields = Array.from({ length: 30 }, (_, n): [string, string] => [`field${n}`, 'x']);
    expect((await post(form([['image', picture], ...fields]))).status).toBe(400);
  });

  it('of the header: an idempotency key that is none', async () => {
    const response = await upload(browser(gateway), picture, { headers: { 'idempotency-key': 'no' } });
    await expectRefusal(response, 400, 'invalid_idempotency_key', 'Idempotency-Key');
  });
});

describe('a file over the limit', () => {
  const limitBytes = 52_428_800;
  const oversized = async (extraBytes: number) =>
    Buffer.concat([picture, Buffer.alloc(limitBytes - picture.length + extraBytes)]);

  it('by one byte is refused with 413 and a readable answer', async () => {
    await expectRefusal(await upload(browser(gateway), await oversized(1)), 413, 'file_too_large', 'image');
  });

  it('is refused although its length is not told, while it still arrives', async () => {
    const answer = await sendRaw((socket) => {
      const head = `--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
      socket.write('POST /api/compress HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n');
      socket.write('content-type: multipart/form-data; boundary=b\r\n\r\n');
      socket.write(`${head.length.toString(16)}\r\n${head}\r\n`);
      const send = (bytes: Buffer) => {
        socket.write(`${bytes.length.toString(16)}\r\n`);
        socket.write(bytes);
        return socket.write('\r\n');
      };
      send(picture);
      const chunk = Buffer.alloc(1_000_000);
      for (let n = 0; n < 53; n += 1) send(chunk);
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"file_too_large"');
  });

  it('is refused by its declared length before a byte of it is read', async () => {
    const answer = await sendRaw((socket) => {
      socket.write('POST /api/compress HTTP/1.1\r\nhost: x\r\ncontent-length: 900000000\r\n');
      socket.write('content-type: multipart/form-data; boundary=b\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });
});

describe('a client that does not keep its word', () => {
  it('and sends less than it declared gets no row', async () => {
    const socket = connect(new URL(gateway.url).port as unknown as number, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head(picture.length * 10)}${partHead}`);
    socket.write(picture);
    await sleep(150);
    socket.destroy();
    await sleep(150);
  });

  it('and declares less than it sends gets a refusal', async () => {
    const answer = await sendRaw((socket) => {
      socket.write(`${head(partHead.length + 100)}${partHead}`);
      socket.write(picture);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/"code":"(upload_incomplete|invalid_request)"/);
  });

  it('and goes away half-way leaves no row and no object', async () => {
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${gateway.url}/api/compress`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      request.on('error', () => resolve());
      request.write(`${partHead}`);
      request.write(picture);
      setTimeout(() => request.destroy(new Error('gone')), 100);
    });
    await sleep(100);
  });

  it('and falls silent is told so', async () => {
    const answer = await sendRaw((socket) => {
      socket.write(`${head(1_000_000)}${partHead}`);
      socket.write(picture);
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"upload_timeout"');
  });

  const partHead = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  const head = (lengthBytes: number) =>
    'POST /api/compress HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `content-length: ${lengthBytes}\r\n\r\n`;
});

describe('another site', () => {
  it('cannot upload in a visitor’s name', async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await upload(browser(gateway), await cameraPhoto({ widthPx: 20, heightPx: 20 }), {
      headers,
    });
    await expectRefusal(response, 403, 'cross_origin');
  });
});

/** Speaks HTTP by hand; resolves with all that came back once the connection has closed, and fails on a reset. */
function sendRaw(write: (socket: ReturnType<typeof connect>) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.on('connect', () => write(socket));
  });
}
