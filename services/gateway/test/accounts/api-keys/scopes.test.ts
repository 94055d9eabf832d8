import { apiCompressionList, apiEstimate } from '@gossamer/contracts/api';
import { type ApiKeyScope, newApiKey } from '@gossamer/contracts/api-keys';
import { photo } from '@gossamer/testkit/images';
import { beforeAll, describe, expect, it } from 'vitest';
import { compressionIn, proMember, sender, submitBytes } from '../../api/v1/api-client.ts';
import { browser, json, startGateway, startWorker, type TestGateway, upload } from '../../gateway.ts';
import { post, roomy, type TestMember } from '../people.ts';

let gateway: TestGateway;
let image: Buffer;

beforeAll(async () => {
  gateway = await startGateway(roomy);
  image = await photo({ widthPx: 64, heightPx: 48 });
  const worker = startWorker(gateway);
  return async () => {
    await worker.close();
    await gateway.close();
  };
});

async function createKey({ browser: visit }: TestMember, scopes?: ApiKeyScope[]) {
  const { token, ...key } = newApiKey.parse(
    await (await post(visit, '/api/keys', { label: 'Test', scopes })).json(),
  );
  const authorization = `Basic ${Buffer.from(`api:${token}`).toString('base64')}`;
  return {
    key,
    send: sender(gateway, token),
    sendCompatible: (path: string, init: RequestInit = {}) =>
      fetch(gateway.url + path, { ...init, headers: { authorization } }),
  };
}

type Caller = Awaited<ReturnType<typeof createKey>>;

/** Creates a Pro member who has uploaded one image on the website. */
async function memberWithUpload() {
  const member = await proMember(gateway);
  const { compressionId: id } = await json(upload(member.browser, image, { fields: { quality: '70' } }));
  return { member, id };
}

const listed = async ({ send }: Caller) =>
  apiCompressionList.parse(await (await send('/compressions')).json()).data.map((job) => job.id);
const textOf = async (response: Response) =>
  `${response.status} ${await response.text()}`.replace(/"requestId":"\w+"/, '');

describe('an API key without a scope', () => {
  it('gets the same response for a website upload as for an unknown id', async () => {
    const { member, id } = await memberWithUpload();
    const caller = await createKey(member);
    const own = await compressionIn(submitBytes(caller, image, '?quality=50&wait=10'));
    expect(await listed(caller)).toEqual([own.id]);
    const unknown = 'z'.repeat(32);
    const requests: [string, (id: string) => Promise<Response>][] = [
      ['read', (of) => caller.send(`/compressions/${of}`)],
      ['wait', (of) => caller.send(`/compressions/${of}?wait=1`)],
      ['download', (of) => caller.send(`/compressions/${of}/download`)],
      ['delete', (of) => caller.send(`/compressions/${of}`, { method: 'DELETE' })],
      ['output', (of) => caller.sendCompatible(`/output/${of}`)],
      ['commands', (of) => caller.sendCompatible(`/output/${of}`, { method: 'POST', body: '{}' })],
    ];
    for (const [name, request] of requests) {
      const text = await textOf(await request(id));
      expect(text, name).toMatch(/^404 /);
      expect(text, name).toBe(await textOf(await request(unknown)));
    }
    expect((await member.browser(`/api/download/${id}`)).status).toBe(200);
  });

  it('gets no reused result, because it could reveal that an image was uploaded on the website', async () => {
    const { member } = await memberWithUpload();
    const [narrow, wide] = [await createKey(member), await createKey(member, ['web_uploads'])];
    const estimate = async (caller: Caller) => {
      const init = { method: 'POST', body: new Uint8Array(image) };
      const headers = { 'content-type': 'application/octet-stream' };
      const response = await caller.send('/estimates?quality=70', { ...init, headers });
      return apiEstimate.parse(await response.json()).wouldBeCounted;
    };
    expect([await estimate(narrow), await estimate(wide)]).toEqual([true, false]);
    const first = await submitBytes(narrow, image, '?quality=70&wait=10');
    expect([first.status, (await compressionIn(first)).isReused]).toEqual([201, false]);
  });

  it('cannot list compressions from before the member signed up', async () => {
    const visitor = browser(gateway);
    await visitor('/api/compressions');
    const { compressionId } = await json(upload(visitor, image));
    const member = await proMember(gateway, visitor);
    const [narrow, wide] = [await createKey(member), await createKey(member, ['web_uploads'])];
    expect(await listed(narrow)).toEqual([]);
    expect(await listed(wide)).toEqual([compressionId]);
  });
});

describe('an API key with the scope web_uploads', () => {
  it('lists, downloads and deletes website uploads', async () => {
    const { member, id } = await memberWithUpload();
    const caller = await createKey(member, ['web_uploads']);
    expect(caller.key.scopes).toEqual(['web_uploads']);
    expect(await listed(caller)).toEqual([id]);
    expect((await caller.send(`/compressions/${id}/download`)).status).toBe(200);
    expect((await caller.send(`/compressions/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await member.browser(`/api/download/${id}`)).status).toBe(410);
  });
});

it.each([['admin'], 'web_uploads', [null]])(
  'rejects the creation of an API key with the scopes %j',
  async (scopes) => {
    const { browser: visit } = await proMember(gateway);
    const refused = await post(visit, '/api/keys', { label: 'Test', scopes });
    expect(refused.status).toBe(400);
    expect(await json(refused)).toMatchObject({ code: 'invalid_request', field: 'scopes' });
  },
);
