import { presenceMessage, workersKey } from '@gossamer/contracts/workers';
import { redisNowMs } from '@gossamer/service-kit/redis';
import { photo } from '@gossamer/testkit/images';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { roomy } from '../../accounts/people.ts';
import { browser, clearAll, json, startGateway, type TestGateway, upload } from '../../gateway.ts';

let gateway: TestGateway;
let jpeg: Buffer;

/** Start of a JPEG XL archive: signature, file type, and a box with the data needed to restore the JPEG. */
const archiveHead = Buffer.concat([
  Buffer.from('0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20', 'hex'),
  Buffer.from('000000126a786c7000000000ff0a7a1904910000', 'hex').subarray(0, 18),
  Buffer.from('0000009f6a627264', 'hex'),
  Buffer.alloc(200),
]);

beforeAll(async () => {
  gateway = await startGateway(roomy);
  jpeg = await photo({ widthPx: 32, heightPx: 24 });
});
beforeEach(() => clearAll(gateway));
afterAll(() => gateway.close());

async function announce(canArchive: boolean): Promise<void> {
  const { redis, config } = gateway.deps;
  const capacity = { engineProcesses: 1, expressProcesses: 0, averageJobMs: 0, costRatio: 1 };
  const message = presenceMessage({ ...capacity, canArchive, at: await redisNowMs(redis) });
  await redis.hset(workersKey(config.redis.prefix), 'worker', message);
  // Wait until the gateway's cached state of the workers has expired.
  await new Promise((resolve) => setTimeout(resolve, 5_100));
}

const codeOf = async (fields: Record<string, string>, file = jpeg) =>
  (await json(await upload(browser(gateway), file, { fields }))).code;

describe('a request to archive a JPEG', () => {
  it.each([
    ['format', { format: 'webp' }],
    ['formats', { formats: 'webp' }],
    ['a filter', { filter: 'sepia' }],
    ['a width', { resizeWidth: '10' }],
    ['a background', { background: '#ffffff' }],
    ['metadata to keep', { preserve: 'location' }],
    ['a maximum size', { maxBytes: '2000' }],
  ])('is rejected if it also specifies %s', async (_, fields) => {
    expect(await codeOf({ archive: 'true', ...fields })).toBe('invalid_archive');
  });

  it('is rejected, like a request to restore a JPEG, if no worker has the required programs', async () => {
    await announce(false);
    expect(await codeOf({ archive: 'true' })).toBe('archive_unavailable');
    expect(await codeOf({}, archiveHead)).toBe('archive_unavailable');
    expect(await codeOf({})).toBeUndefined();
  });

  it('is accepted, like a request to restore a JPEG, if a worker has the required programs', async () => {
    await announce(true);
    expect(await codeOf({ archive: 'true' })).toBeUndefined();
    expect(await codeOf({}, archiveHead)).toBeUndefined();
  });
});

it('a JPEG XL file that contains no JPEG is rejected as an unsupported format', async () => {
  expect(await codeOf({}, Buffer.from('ff0a7a1904910000', 'hex'))).toBe('unsupported_format');
});
