import { planLimits, retentionMs } from '@gossamer/contracts/limits';
import { photo } from '@gossamer/testkit/images';
import { waitFor } from '@gossamer/testkit/wait';
import { beforeAll, describe, expect, it } from 'vitest';
import { roomy, signUp, userOf } from '../accounts/people.ts';
import { json, rowOf, startGateway, startWorker, type TestGateway, upload } from '../gateway.ts';
import { changePlan, publishPlan } from '../plan.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway({ ...roomy, GATEWAY_FREE_MAX_FILE_MB: '1' });
  image = await photo({ widthPx: 64, heightPx: 48 });
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

describe('a plan.changed message', () => {
  // Spec: 3.4
  it('is ignored if its version is outdated or was already received', async () => {
    const { browser: visit, accountId } = await signUp(gateway);
    expect(await userOf(visit)).toMatchObject({ isPremium: false });
    await changePlan(gateway, accountId, 'pro', 5);
    expect(await userOf(visit)).toMatchObject({ isPremium: true });
    await publishPlan(gateway, accountId, 'free', 4);
    await publishPlan(gateway, accountId, 'free', 5);
    // Facts are handled in order. Once the plan of `other` has changed, all earlier facts have been handled.
    const other = await signUp(gateway);
    await changePlan(gateway, other.accountId, 'pro', 1);
    await waitFor('an empty inbox', async () => {
      const keys = await gateway.deps.redis.keys(`${gateway.servers.redisPrefix}:inbox-gateway:active`);
      return keys.length === 0;
    });
    expect(await userOf(visit)).toMatchObject({ isPremium: true });
    await changePlan(gateway, accountId, 'free', 6);
    expect(await userOf(visit)).toMatchObject({ isPremium: false });
  });
});

describe('the plan of an account', () => {
  // Spec: 1.25, 6.13
  it('determines the maximum file size, the maximum number of pixels and the retention of results', async () => {
    const { browser: visit, accountId } = await signUp(gateway);
    const large = Buffer.concat([image, Buffer.alloc(2 * 1024 * 1024)]);
    const refused = await upload(visit, large);
    expect(refused.status).toBe(413);
    expect(await json(refused)).toMatchObject({ code: 'file_too_large', details: { maxMegabytes: 1 } });
    const asFree = await json(upload(visit, image));
    await changePlan(gateway, accountId, 'pro');
    const accepted = await upload(visit, large);
    expect(accepted.status).toBe(200);
    const asPro = await json(accepted);
    await expectKept(asFree.compressionId, 'member', planLimits.free.maxPixels, retentionMs.result);
    await expectKept(asPro.compressionId, 'pro', planLimits.pro.maxPixels, retentionMs.proResult);
  });

  // Spec: 5.18, 9.8
  it('allows a file of 100 MB with Pro, and rejects a file that is one byte larger', async () => {
    const { browser: visit, accountId } = await signUp(gateway);
    await changePlan(gateway, accountId, 'pro');
    const oversized = Buffer.concat([image, Buffer.alloc(104_857_601 - image.length)]);
    const accepted = await upload(visit, oversized.subarray(0, -1));
    // The status is 200 if the result is ready within two seconds, otherwise 202.
    expect(accepted.ok).toBe(true);
    const row = await rowOf(gateway, (await json(accepted)).compressionId);
    expect(row.original_size_bytes).toBe(104_857_600);
    const refused = await upload(visit, oversized);
    expect(refused.status).toBe(413);
    expect(await json(refused)).toMatchObject({ code: 'file_too_large', details: { maxMegabytes: 100 } });
  });
});

async function expectKept(id: string, tier: string, maxPixels: number, keptMs: number): Promise<void> {
  const row = await rowOf(gateway, id);
  expect(row).toMatchObject({ tier, max_pixels: maxPixels });
  expect(Number(row.result_expires_at) - Number(row.finalized_at)).toBe(keptMs);
}
