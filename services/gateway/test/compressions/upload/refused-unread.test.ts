import { cameraPhoto } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browser, startGateway, type TestGateway, upload } from '../../gateway.ts';
import { sendRawAndHangUp } from './raw-http.ts';
import { expectNothingLeft, expectRefusal } from './refusal.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  return () => gateway.close();
});

afterEach(() => expectNothingLeft(gateway));

describe('an upload is rejected before its file is read', () => {
  it('if its declared length is over the limit', async () => {
    const answer = await sendRawAndHangUp(gateway, (socket) => {
      socket.write('POST /api/compress HTTP/1.1\r\nhost: x\r\ncontent-length: 900000000\r\n');
      socket.write('content-type: multipart/form-data; boundary=b\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  it('if it is not a multipart form', async () => {
    const body = JSON.stringify({ image: 'x' });
    const headers = { 'content-type': 'application/json' };
    const response = await browser(gateway)('/api/compress', { method: 'POST', body, headers });
    await expectRefusal(response, 415, 'not_multipart');
  });

  it('if another site sends it with a visitor’s cookie', async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await upload(browser(gateway), await cameraPhoto({ widthPx: 20, heightPx: 20 }), {
      headers,
    });
    await expectRefusal(response, 403, 'cross_origin');
  });
});
