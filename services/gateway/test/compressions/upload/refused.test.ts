import { foreignFiles, photo } from '@gossamer/testkit/images';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browser, form, isoFile, startGateway, type TestGateway, upload } from '../../gateway.ts';
import { expectNothingLeft, expectRefusal } from './refusal.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  image = await photo({ widthPx: 64, heightPx: 48 });
  gateway = await startGateway();
  return () => gateway.close();
});

afterEach(() => expectNothingLeft(gateway));

const post = (body: FormData) => browser(gateway)('/api/compress', { method: 'POST', body });

describe('an upload is rejected if the file', () => {
  // Spec: 7.16
  it('is missing', async () =>
    expectRefusal(await post(form([['quality', '85']])), 400, 'missing_file', 'image'));

  it('is empty', async () => {
    await expectRefusal(await upload(browser(gateway), new Uint8Array()), 400, 'empty_file', 'image');
  });

  // Spec: 5.15
  it.each(['text', 'svg', 'pdf'] as const)('has the type %s but the file name of an image', async (kind) => {
    const file = (await foreignFiles())[kind];
    for (const filename of ['photo.jpg', 'photo.png']) {
      const response = await upload(browser(gateway), file, { filename });
      await expectRefusal(response, 415, 'unsupported_format', 'image');
    }
  });

  it('is HEIF with an unsupported codec, which the error identifies', async () => {
    const entry = Buffer.concat([
      Buffer.from('infe\x02\0\0\0', 'latin1'),
      Buffer.alloc(4),
      Buffer.from('jpeg'),
    ]);
    const list = Buffer.concat([Buffer.alloc(4), Buffer.from('iinf'), entry, Buffer.alloc(50)]);
    list.writeUInt32BE(list.length);
    const file = Buffer.concat([isoFile('mif1', 'miaf'), list]);
    const response = await upload(browser(gateway), file);
    const { message } = (await response.clone().json()) as { message: string };
    expect(message).toContain('JPEG coding');
    await expectRefusal(response, 415, 'unsupported_codec', 'image');
  });

  it('is sent twice', async () => {
    const body = form([
      ['image', image],
      ['image', image],
    ]);
    await expectRefusal(await post(body), 400, 'too_many_files', 'image');
  });

  it('is sent in a field with another name', async () => {
    await expectRefusal(await post(form([['file', image]])), 400, 'unknown_field', 'file');
  });
});

describe('an upload form', () => {
  const send = (boundary: string, partHead: string) => {
    const body = `--${boundary}\r\n${partHead}\r\n\r\n85\r\n--${boundary}--\r\n`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return browser(gateway)('/api/compress', { method: 'POST', headers, body });
  };

  it('is rejected if one of its parts has no name', async () => {
    for (const head of ['Content-Disposition: form-data', 'Content-Disposition: form-data; filename="a.jpg"'])
      await expectRefusal(await send('edge', head), 400, 'invalid_request');
  });

  it('is rejected if its boundary is too long for the parser', async () => {
    const boundary = 'b'.repeat(280);
    const response = await send(boundary, 'Content-Disposition: form-data; name="quality"');
    await expectRefusal(response, 400, 'invalid_request');
  });
});

describe('a field or header of an upload', () => {
  // Spec: 5.25
  it.each([
    ['quality', 'abc', 'invalid_quality'],
    ['quality', '9', 'invalid_quality'],
    ['quality', '101', 'invalid_quality'],
    ['quality', '85.5', 'invalid_quality'],
    ['format', 'tiff', 'invalid_format'],
    ['format', '__proto__', 'invalid_format'],
    ['filter', 'blur', 'invalid_filter'],
    ['maxBytes', '99', 'invalid_file_size'],
    ['maxBytes', '100000001', 'invalid_file_size'],
    ['minBytes', '1.5', 'invalid_file_size'],
    ['onUnreachable', 'pad', 'invalid_file_size'],
    ['resizeWidth', '0', 'invalid_resize'],
    ['resizeHeight', '-5', 'invalid_resize'],
    ['resizeWidth', '99999', 'invalid_resize'],
    ['maintainAspect', 'maybe', 'invalid_resize'],
    ['isSample', 'yes', 'invalid_request'],
    ['qualty', '85', 'unknown_field'],
  ])(
    'is rejected if invalid, whether it is sent before or after the file: %s=%s',
    async (name, value, code) => {
      await expectRefusal(
        await post(
          form([
            [name, value],
            ['image', image],
          ]),
        ),
        400,
        code,
        name,
      );
      await expectRefusal(
        await post(
          form([
            ['image', image],
            [name, value],
          ]),
        ),
        400,
        code,
        name,
      );
    },
  );

  it('is rejected if it is sent twice', async () => {
    const body = form([
      ['quality', '85'],
      ['quality', '20'],
      ['image', image],
    ]);
    await expectRefusal(await post(body), 400, 'invalid_quality', 'quality');
  });

  it('is rejected if it exceeds the maximum number of fields', async () => {
    const fields = Array.from({ length: 30 }, (_, n): [string, string] => [`field${n}`, 'x']);
    expect((await post(form([['image', image], ...fields]))).status).toBe(400);
  });

  it('is rejected if it is an Idempotency-Key header with an invalid value', async () => {
    const response = await upload(browser(gateway), image, { headers: { 'idempotency-key': 'no' } });
    await expectRefusal(response, 400, 'invalid_idempotency_key', 'Idempotency-Key');
  });
});
