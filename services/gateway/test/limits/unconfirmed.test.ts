import { photo } from '@gossamer/testkit/images';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmEmail, roomy, signUp, type TestMember } from '../accounts/people.ts';
import { browser, json, startGateway, startWorker, type TestGateway, upload } from '../gateway.ts';
import { changePlan } from '../plan.ts';

let gateway: TestGateway;
let image: Buffer;
const perAddress = 60;

beforeAll(async () => {
  gateway = await startGateway({
    ...roomy,
    GATEWAY_MAX_WAIT_MS: '600000',
    GATEWAY_ADDRESS_DAILY_COMPRESSIONS: String(perAddress),
  });
  const worker = startWorker(gateway);
  image = await photo({ widthPx: 16, heightPx: 12 });
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

beforeEach(() => gateway.servers.sql('truncate counters'));

async function accepted({ browser: who }: Pick<TestMember, 'browser'>, count: number): Promise<number> {
  const responses = await Promise.all(Array.from({ length: count }, () => upload(who, image)));
  return responses.filter(({ ok }) => ok).length;
}

describe('members without a confirmed email address', () => {
  it('share a daily limit per network with the visitors of that network', async () => {
    const sums = [await accepted({ browser: browser(gateway) }, 10)];
    for (let times = 0; times < 3; times += 1) sums.push(await accepted(await signUp(gateway), 40));
    expect(sums).toEqual([10, 40, 10, 0]);
  });

  it('receive an error that asks them to confirm the address', async () => {
    const members = [await signUp(gateway), await signUp(gateway)] as const;
    await accepted(members[0], 50);
    await accepted(members[1], 10);
    const refused = await upload(members[1].browser, image);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await json(refused)).toMatchObject({
      code: 'unconfirmed_limit_reached',
      message:
        "Your network has used today's 60 free compressions. Confirm your email address to use your own daily limit.",
      details: { limit: perAddress, resetsAt: expect.any(String) },
    });
    // A confirmed member gets the error code of the personal daily limit instead.
    expect(await json(upload(members[0].browser, image))).toMatchObject({ code: 'daily_limit_reached' });
  });

  it('have a separate daily limit once they confirm the address or upgrade to Pro', async () => {
    const [first, confirmed, pro] = [await signUp(gateway), await signUp(gateway), await signUp(gateway)];
    await accepted(first, 50);
    await accepted(confirmed, 10);
    expect([await accepted(confirmed, 1), await accepted(pro, 1)]).toEqual([0, 0]);
    await confirmEmail(gateway, confirmed);
    await changePlan(gateway, pro.accountId, 'pro');
    expect([await accepted(confirmed, 45), await accepted(pro, 55)]).toEqual([40, 55]);
  });
});
