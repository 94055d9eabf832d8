import { readFileSync } from 'node:fs';
import { maxApiKeys } from '@gossamer/contracts/api-keys';
import { maxSavedSettings } from '@gossamer/contracts/saved-settings';
import { defaultSettings } from '@gossamer/contracts/settings';
import { animation } from '@gossamer/testkit/images';
import type { APIResponse, Page } from '@playwright/test';
import { blackPng, compressByApi, tinyPng } from './api-images.ts';
import { signUpPro } from './checkout-page.ts';
import { fixture, textFile } from './compress-page.ts';
import { signUp, someone } from './member.ts';
import { expect, test } from './test.ts';

test.use({ expectedErrors: /Failed to load resource/ });

type Texts = { status: number; onPage: string; inApi: string };

/** Rows of the table in docs/errors.md, by error code. A unit test checks that the table is complete. */
const table = new Map<string, Texts>(
  readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [code, status, , onPage = '', inApi = ''] = line
        .split(' | ')
        .map((cell) => cell.replace(/^\| | \|$/g, ''));
      return code?.startsWith('`')
        ? [[code.slice(1, -1), { status: Number(status), onPage, inApi }] as const]
        : [];
    }),
);

/**
 * Returns a regular expression that matches strings containing a message from the error table. `{name}` in the message
 * matches any value.
 */
function containing(text = 'missing in docs/errors.md'): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('[^{}]+'));
}

/** Returns a regular expression that matches only the whole message from the error table. */
const like = (text?: string) => new RegExp(`^${containing(text).source}$`);

async function expectError(code: string, answer: APIResponse): Promise<void> {
  const body = await answer.json();
  expect.soft([code, answer.status(), body.code]).toEqual([code, table.get(code)?.status, code]);
  expect.soft(body.message ?? body.detail, code).toMatch(like(table.get(code)?.inApi));
}

type File = { name: string; mimeType: string; buffer: Buffer };
const jpeg = (buffer: Buffer): File => ({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
const png = (name: string, buffer: Buffer): File => ({ name, mimeType: 'image/png', buffer });

const upload = (page: Page, image: File, fields: Record<string, string> = {}) =>
  page.request.post('/api/compress', { multipart: { ...fields, image } });

/** Returns a multipart request whose body ends before the final boundary. */
const brokenForm = (image: Buffer) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  data: Buffer.concat([
    Buffer.from('--cut\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\n\r\n'),
    image,
  ]),
});

/** Returns a HEIC file whose items are declared as AV1 images. */
function heifWithAv1(): File {
  const buffer = Buffer.from(
    fixture('phone.heic').buffer.toString('latin1').replaceAll('hvc1', 'av01'),
    'latin1',
  );
  return { name: 'photo.heic', mimeType: 'image/heic', buffer };
}

/** Functions that send an invalid upload, by the expected error code. */
const uploads: Record<string, (page: Page) => Promise<APIResponse>> = {
  missing_file: (page) => page.request.post('/api/compress', { multipart: { quality: '85' } }),
  empty_file: (page) => upload(page, jpeg(Buffer.alloc(0))),
  too_many_files: (page) => {
    const form = new FormData();
    for (const name of ['one.png', 'two.png']) {
      form.append('image', new File([new Uint8Array(tinyPng(name).buffer)], name, { type: 'image/png' }));
    }
    return page.request.post('/api/compress', { multipart: form });
  },
  unsupported_format: (page) => upload(page, textFile('photo.jpg', 'image/jpeg')),
  unsupported_codec: (page) => upload(page, heifWithAv1()),
  file_too_large: (page) =>
    upload(page, jpeg(Buffer.concat([fixture('waterfall.jpg').buffer, Buffer.alloc(50 * 1024 * 1024)]))),
  upload_incomplete: (page) =>
    page.request.post('/api/compress', brokenForm(fixture('waterfall.jpg').buffer)),
  not_multipart: (page) => page.request.post('/api/compress', { data: { image: 'photo.jpg' } }),
  unknown_field: (page) => upload(page, tinyPng('a.png'), { tint: 'red' }),
  invalid_quality: (page) => upload(page, tinyPng('a.png'), { quality: '101' }),
  invalid_format: (page) => upload(page, tinyPng('a.png'), { format: 'tiff' }),
  invalid_resize: (page) => upload(page, tinyPng('a.png'), { resizeWidth: '0' }),
  invalid_file_size: (page) => upload(page, tinyPng('a.png'), { maxBytes: '0' }),
  invalid_archive: (page) => upload(page, tinyPng('a.png'), { archive: 'true', format: 'webp' }),
  invalid_variants: (page) => upload(page, tinyPng('a.png'), { variants: '{"widths":[8]}' }),
  invalid_formats: (page) => upload(page, tinyPng('a.png'), { formats: 'gif' }),
  invalid_color: (page) => upload(page, tinyPng('a.png'), { color: 'p3' }),
  invalid_background: (page) => upload(page, tinyPng('a.png'), { background: 'red' }),
  invalid_preserve: (page) => upload(page, tinyPng('a.png'), { preserve: 'camera' }),
  invalid_filter: (page) => upload(page, tinyPng('a.png'), { filter: 'blur' }),
  invalid_idempotency_key: (page) =>
    page.request.post('/api/compress', {
      headers: { 'idempotency-key': 'short' },
      multipart: { image: tinyPng('a.png') },
    }),
  cross_origin: (page) =>
    page.request.post('/api/compress', {
      headers: { origin: 'https://other.example' },
      multipart: { image: tinyPng('a.png') },
    }),
};

test('invalid files and forms are rejected with the documented messages', async ({ page }) => {
  for (const [code, send] of Object.entries(uploads)) await expectError(code, await send(page));
});

/** Start of a JPEG XL archive: signature, file type, the first part of the codestream, and a box without its end. */
const cutArchive = Buffer.from(
  `0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20${'000000126a786c7000000000ff0a7a190491'}0000009f6a627264`,
  'hex',
);

/** Files that the server accepts but cannot compress, by the expected error code. */
const failures: Record<string, [File, Record<string, string>?]> = {
  animated_variants: [
    {
      name: 'moving.webp',
      mimeType: 'image/webp',
      buffer: await animation({ widthPx: 64, heightPx: 64 }),
    },
    { variants: '{"widths":[32]}' },
  ],
  corrupt_image: [png('cut.png', fixture('terminal.png').buffer.subarray(0, 9_000))],
  too_many_pixels: [png('huge.png', blackPng(20_000, 20_000))],
  too_many_pixels_for_format: [png('wide.png', blackPng(17_000, 8)), { format: 'webp' }],
  not_archivable: [fixture('terminal.png'), { archive: 'true' }],
  not_restorable: [{ name: 'cut.jxl', mimeType: 'image/jxl', buffer: cutArchive }],
  size_unreachable: [fixture('waterfall.jpg'), { maxBytes: '100', onUnreachable: 'fail' }],
};

test('files that cannot be compressed fail with the documented messages in the API and the UI', async ({
  page,
}) => {
  await signUp(page);
  for (const [code, [file, fields]] of Object.entries(failures)) {
    const { compressionId } = await (await upload(page, file, fields)).json();
    let failed: { status?: string; code?: string; message?: string } = {};
    await expect
      .poll(async () => {
        failed = await (await page.request.get(`/api/compression/${compressionId}`)).json();
        return failed.status;
      })
      .toBe('failed');
    expect.soft(failed.code).toBe(code);
    expect.soft(failed.message, code).toMatch(like(table.get(code)?.inApi));
  }
  await page.goto('/history');
  for (const [code, [{ name }]] of Object.entries(failures)) {
    const row = page.getByTestId('history-row').filter({ hasText: name });
    await expect.soft(row, code).toContainText(containing(table.get(code)?.onPage));
  }
});

test('requests for missing resources are rejected with the documented messages', async ({ page }) => {
  const { id } = await compressByApi(page, tinyPng('a.png'));
  const beyond = { headers: { range: 'bytes=99999999-' } };
  await expectError('range_not_satisfiable', await page.request.get(`/api/download/${id}`, beyond));
  const unknown = '0'.repeat(32);
  await expectError('compression_not_found', await page.request.get(`/api/compression/${unknown}`));
  await expectError('route_not_found', await page.request.get('/api/nothing-here'));
  expect((await page.request.delete(`/api/compression/${id}`)).ok()).toBe(true);
  await expectError('result_expired', await page.request.get(`/api/download/${id}`));
});

test('invalid account requests are rejected with the documented messages', async ({ page }) => {
  const member = someone();
  const post = (path: string, data: object) => page.request.post(path, { data });
  const account = (changes: object) =>
    post('/api/auth/signup', { ...member, preferredLanguage: 'en', ...changes });
  await expectError('unauthorized', await page.request.get('/api/auth/user'));
  await expectError('invalid_credentials', await post('/api/auth/login', { ...member }));
  await expectError('invalid_name', await account({ firstName: 'M' }));
  await expectError('invalid_email', await account({ email: 'maya@' }));
  await expectError('invalid_password', await account({ password: '12345' }));
  await expectError('invalid_language', await account({ preferredLanguage: 'xx' }));
  await expectError('link_not_valid', await post('/api/auth/verify-email', { token: '0'.repeat(32) }));
  await signUp(page, member);
  await expectError('email_taken', await account({}));
  const change = { currentPassword: 'wrong-horse', newPassword: 'correct-horse-2' };
  await expectError('wrong_password', await post('/api/auth/change-password', change));
  await expectError('email_not_verified', await page.request.get('/api/auth/export'));
  await expectError('pro_required', await post('/api/keys', { label: 'Build server' }));
  await expectError('no_subscription', await post('/api/billing/portal', {}));
  await expectError('affiliate_not_found', await page.request.get('/api/affiliate/dashboard/NOBODY77'));
  await expectError(
    'saved_settings_not_found',
    await page.request.delete(`/api/saved-settings/${'0'.repeat(32)}`),
  );
  const save = (name: string) => post('/api/saved-settings', { name, settings: defaultSettings });
  for (let count = 1; count <= maxSavedSettings; count++) await save(`One of many, ${count}`);
  await expectError('too_many_saved_settings', await save('One too many'));
  await expectError('promo_code_not_found', await post('/api/billing/promo-code', { promoCode: 'NO-SUCH' }));
});

test('invalid requests from Pro members and API clients fail with the documented messages', async ({
  page,
}) => {
  await expectError('invalid_api_key', await page.request.get('/api/v1/usage'));
  await signUpPro(page);
  const post = (path: string, data: object) => page.request.post(path, { data });
  const hook = { url: 'https://hooks.example/a', label: 'Orders', eventTypes: ['compression.completed'] };
  await expectError('invalid_label', await post('/api/keys', { label: '' }));
  await expectError(
    'invalid_webhook_url',
    await post('/api/webhooks', { ...hook, url: 'ftp://hooks.example' }),
  );
  await expectError('invalid_event_types', await post('/api/webhooks', { ...hook, eventTypes: [] }));
  const unknown = '0'.repeat(32);
  await expectError('api_key_not_found', await page.request.delete(`/api/keys/${unknown}`));
  await expectError('webhook_not_found', await page.request.delete(`/api/webhooks/${unknown}`));
  const added = await (await post('/api/webhooks', { ...hook, url: 'http://127.0.0.1:9/a' })).json();
  const delivery = `/api/webhooks/${added.id}/deliveries/${unknown}`;
  await expectError('delivery_not_found', await page.request.get(delivery));
  const { token } = await (await post('/api/keys', { label: 'Table of errors' })).json();
  for (let count = 1; count < maxApiKeys; count++) await post('/api/keys', { label: 'One of many' });
  await expectError('too_many_api_keys', await post('/api/keys', { label: 'One too many' }));
  const headers = { authorization: `Bearer ${token}` };
  const compress = (data: object) => page.request.post('/api/v1/compressions', { headers, data });
  const url = 'https://images.example/a.jpg';
  await expectError('invalid_url', await compress({ url: 'ftp://images.example/a.jpg' }));
  await expectError('invalid_wait', await compress({ url, wait: 61 }));
  await expectError('invalid_metadata', await compress({ url, metadata: { a: 'x'.repeat(501) } }));
  await expectError('invalid_deliver_to', await compress({ url, deliverTo: 'ftp://bucket.example/a' }));
  await expectError('address_not_allowed', await compress({ url: 'http://10.0.0.1/a.jpg' }));
  await expectError('source_unreachable', await compress({ url: 'http://images.invalid/a.jpg' }));
  const batch = await page.request.post('/api/v1/compressions/batch', { headers, data: [] });
  await expectError('invalid_batch', batch);
});
