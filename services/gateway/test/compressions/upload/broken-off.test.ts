import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browser, startGateway, type TestGateway, upload } from '../../gateway.ts';
import { sendRawAndHangUp } from './raw-http.ts';
import { expectNothingLeft, expectRefusal } from './refusal.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 64, heightPx: 48 });
  gateway = await startGateway({ GATEWAY_UPLOAD_IDLE_MS: '400' });
  return () => gateway.close();
});

afterEach(() => expectNothingLeft(gateway));

describe('a file over the size limit', () => {
  const limitBytes = 52_428_800;
  const oversized = async (extraBytes: number) =>
    Buffer.concat([image, Buffer.alloc(limitBytes - image.length + extraBytes)]);

  // Spec: 5.17
  it('is rejected with 413 even if it is one byte too large, and the client can read the error', async () => {
    await expectRefusal(await upload(browser(gateway), await oversized(1)), 413, 'file_too_large', 'image');
  });

  it('is rejected before it has arrived completely if its length is not declared', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      const head = `--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`;
      socket.write('POST /api/compress HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n');
      socket.write('content-type: multipart/form-data; boundary=b\r\n\r\n');
      socket.write(`${head.length.toString(16)}\r\n${head}\r\n`);
      const send = (bytes: Buffer) => {
        socket.write(`${bytes.length.toString(16)}\r\n`);
        socket.write(bytes);
        return socket.write('\r\n');
      };
      send(image);
      const chunk = Buffer.alloc(1_000_000);
      for (let n = 0; n < 53; n += 1) send(chunk);
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"file_too_large"');
  });
});

describe('an incomplete or malformed upload', () => {
  it('creates no database row if it ends before its declared length', async () => {
    const socket = connect(new URL(gateway.url).port as unknown as number, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head(image.length * 10)}${partHead}`);
    socket.write(image);
    await sleep(150);
    socket.destroy();
    await sleep(150);
  });

  it('is rejected if it exceeds its declared length', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      socket.write(`${head(partHead.length + 100)}${partHead}`);
      socket.write(image);
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/"code":"(upload_incomplete|invalid_request)"/);
  });

  it('leaves no database row and no stored object if the client disconnects', async () => {
    await new Promise<void>((resolve) => {
      const request = httpRequest(`${gateway.url}/api/compress`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      request.on('error', () => resolve());
      request.write(`${partHead}`);
      request.write(image);
      setTimeout(() => request.destroy(new Error('client disconnected')), 100);
    });
    await sleep(100);
  });

  it('times out if the client stops sending in the middle of the file', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      socket.write(`${head(1_000_000)}${partHead}`);
      socket.write(image);
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"upload_timeout"');
  });

  it('times out if the client stops sending before the file', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) =>
      socket.write(`${head(1_000_000)}--b\r\ncontent-dis`),
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('times out if the client does not end the form after the file', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      socket.write(`${head(1_000_000)}${partHead}`);
      socket.write(image);
      socket.write('\r\n--b\r\ncontent-disposition: form-data; name="quality"\r\n\r\n8');
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  const partHead = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  const head = (lengthBytes: number) =>
    'POST /api/compress HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
    `content-length: ${lengthBytes}\r\n\r\n`;
});
