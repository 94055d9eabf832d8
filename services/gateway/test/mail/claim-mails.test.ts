import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { revokeLinks } from '../../src/accounts/revoke-links.ts';
import { requestMail } from '../../src/http/identity/request-mail.ts';
import { claimMails, makeToken } from '../../src/mail/claim-mails.ts';
import { signUp } from '../accounts/people.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

let gateway: TestGateway;
let accountId: string;
const later = new Date(Date.now() + 60_000);

beforeAll(async () => {
  gateway = await startGateway({ GATEWAY_ADDRESS_SIGNUPS: '1000' });
  ({ accountId } = await signUp(gateway));
  return () => gateway.close();
});

beforeEach(async () => {
  await gateway.servers.sql('delete from mails');
  await gateway.servers.sql('delete from mail_tokens');
});

async function request(count: number): Promise<void> {
  const { db } = gateway.deps;
  const account = await db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < count; index += 1) await requestMail(trx, 'verify', account, new Date());
  });
}

const tokens = () => gateway.servers.sql('select 1 from mail_tokens');

describe('claiming emails', () => {
  it('assigns each email to only one of many concurrent callers', async () => {
    await request(200);
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimMails(gateway.deps.db, later, 25)));
    const ids = claims.flat().map(({ id }) => id);
    expect(ids).toHaveLength(200);
    expect(new Set(ids).size).toBe(200);
  });

  it('skips an email locked by another caller instead of waiting for it', async () => {
    await request(2);
    const { db } = gateway.deps;
    await db.transaction().execute(async (trx) => {
      const [held] = await claimMails(trx, later, 1);
      const others = await claimMails(db, later, 10);
      expect(others).toHaveLength(1);
      expect(others[0]?.id).not.toBe(held?.id);
    });
  });
});

describe('the token of an emailed link', () => {
  it('is not created after the email is revoked', async () => {
    await request(1);
    const { db } = gateway.deps;
    const [mail] = await claimMails(db, later, 1);
    await db.transaction().execute((trx) => revokeLinks(trx, accountId));
    expect(mail && (await makeToken(db, mail, 'verify', new Date()))).toBeUndefined();
    expect(await tokens()).toEqual([]);
  });

  it('is deleted by a concurrent revocation', async () => {
    const { db } = gateway.deps;
    for (let round = 0; round < 20; round += 1) {
      await request(3);
      const mails = await claimMails(db, later, 3);
      await Promise.all([
        ...mails.map((mail) => makeToken(db, mail, 'verify', new Date())),
        db.transaction().execute(async (trx) => {
          await trx
            .selectFrom('accounts')
            .select('id')
            .where('id', '=', accountId)
            .forNoKeyUpdate()
            .execute();
          await revokeLinks(trx, accountId);
        }),
      ]);
      expect(await tokens()).toEqual([]);
    }
  });

  it('is created without a deadlock while the account is being deleted', async () => {
    const { db } = gateway.deps;
    for (let round = 0; round < 15; round += 1) {
      const member = await signUp(gateway);
      const mails = await claimMails(db, later, 3);
      const outcomes = await Promise.allSettled([
        ...mails.map((mail) => makeToken(db, mail, 'verify', new Date())),
        db.transaction().execute(async (trx) => {
          await trx
            .selectFrom('accounts')
            .where('id', '=', member.accountId)
            .select('id')
            .forUpdate()
            .execute();
          await trx.deleteFrom('accounts').where('id', '=', member.accountId).execute();
        }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    }
  });
});
