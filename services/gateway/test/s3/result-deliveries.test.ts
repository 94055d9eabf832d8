import { presignPut } from '@gossamer/testkit/presign-put';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestMember } from '../accounts/people.ts';
import { startGateway, type TestGateway } from '../gateway.ts';
import { dispatchResults, ended, finalizeStored, resultBytes } from '../result-deliveries/storage.ts';
import { reachingOut, signUpPro } from '../webhooks/members.ts';

let gateway: TestGateway;
let member: TestMember;

beforeAll(async () => {
  gateway = await startGateway(reachingOut);
  member = await signUpPro(gateway);
  const deliveries = dispatchResults(gateway);
  return async () => {
    await deliveries.close();
    await gateway.close();
  };
});

const deliver = async (...options: Parameters<typeof presignPut> extends [unknown, ...infer O] ? O : never) =>
  ended(
    gateway,
    await finalizeStored(gateway, member.accountId, presignPut(gateway.servers.storageEnv, ...options)),
  );
const read = (key: string) => gateway.deps.storage.read(key);

describe('a presigned URL of an S3 server', () => {
  it('receives the result, whether or not the media type is signed', async () => {
    expect(await deliver('delivered/plain.webp')).toMatchObject({ status: 'delivered', last_status: 200 });
    expect(await read('delivered/plain.webp')).toEqual(resultBytes);
    const contentType = 'image/webp';
    expect(await deliver('delivered/typed.webp', { contentType })).toMatchObject({ status: 'delivered' });
    expect(await read('delivered/typed.webp')).toEqual(resultBytes);
  });

  it('refuses the result with 403 if it has expired or is signed for another media type', async () => {
    const signedAt = new Date(Date.now() - 3_600_000);
    const refused = { status: 'failed', attempt_count: 1, last_status: 403, last_fault: 'status' };
    expect(await deliver('delivered/late.webp', { signedAt })).toMatchObject(refused);
    const contentType = 'image/png';
    expect(await deliver('delivered/png.webp', { contentType })).toMatchObject(refused);
    await expect(read('delivered/late.webp')).rejects.toThrow();
  });
});
