import { beforeEach, describe, expect, it } from 'vitest';
import { openQueues } from '../../../src/ops/metrics/queues.ts';
import { startOperatorsPage } from '../../../src/ops/queues-page/page.ts';
import { startGateway, type TestGateway } from '../../gateway.ts';

const password = 'known to operators only';
const authorization = (given = password, name = 'operator') =>
  `Basic ${Buffer.from(`${name}:${given}`).toString('base64')}`;

let gateway: TestGateway;
let url: string;

beforeEach(async () => {
  gateway = await startGateway({ OPERATOR_PASSWORD: password, OPERATOR_PORT: '0' });
  const page = await startOperatorsPage(gateway.deps, openQueues(gateway.deps, gateway.deps.redis));
  url = `http://127.0.0.1:${page?.port}`;
  return async () => {
    await page?.close();
    await gateway.close();
  };
});

const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${url}${path}`, { ...init, headers: { authorization: authorization(), ...init.headers } });

const put = (path: string, headers: Record<string, string> = {}) => ask(path, { method: 'PUT', headers });

async function failedJob(): Promise<string> {
  const { queue } = gateway.deps.compressionJobs;
  const job = await queue.add('compress', { compressionId: 'x' }, { jobId: 'failed-one', attempts: 1 });
  await gateway.deps.redis.lrem(queue.toKey('wait'), 0, 'failed-one');
  await gateway.deps.redis.lpush(queue.toKey('active'), 'failed-one');
  await job.moveToFailed(new Error('engine process exited'), '0', false).catch(() => undefined);
  return 'failed-one';
}

describe('access to the operators’ page', () => {
  it.each(['/', '/api/queues', '/static/favicon-32x32.png', '/queue/compression'])(
    'requires the password: %s',
    async (path) => {
      const refused = await fetch(`${url}${path}`);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain('Basic realm="Gossamer operators"');
      expect(await refused.text()).not.toContain('compression');
      expect((await ask(path)).status).toBe(200);
    },
  );

  it('is denied to other user names, and the number of wrong passwords is limited', async () => {
    expect((await ask('/', { headers: { authorization: authorization(password, 'admin') } })).status).toBe(
      401,
    );
    for (let tries = 0; tries < 9; tries += 1)
      await ask('/', { headers: { authorization: authorization(`guess ${tries}`) } });
    const refused = await ask('/');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is denied to requests from other sites in an operator’s browser', async () => {
    const refused = await put('/api/queues/compression/pause', { origin: 'https://other.example' });
    expect(refused.status).toBe(403);
    expect(await gateway.deps.compressionJobs.queue.isPaused()).toBe(false);
  });

  it('is not possible without a configured password', async () => {
    const { operators } = gateway.deps.config;
    const config = { ...gateway.deps.config, operators: { ...operators, password: undefined } };
    expect(await startOperatorsPage({ ...gateway.deps, config }, [])).toBeUndefined();
  });
});

describe('an operator', () => {
  it('sees every queue and the reason why a job failed', async () => {
    const id = await failedJob();
    const { queues } = (await (await ask('/api/queues')).json()) as { queues: { name: string }[] };
    expect(queues.map(({ name }) => name).sort()).toEqual([
      'compression',
      'inbox-affiliate',
      'inbox-billing',
      'inbox-gateway',
    ]);
    expect(await (await ask(`/api/queues/compression/${id}`)).text()).toContain('engine process exited');
  });

  it('can retry a failed job', async () => {
    const id = await failedJob();
    expect((await put(`/api/queues/compression/${id}/retry`)).status).toBe(204);
    const job = await gateway.deps.compressionJobs.queue.getJob(id);
    expect(await job?.getState()).toBe('waiting');
  });

  it('cannot retry completed jobs', async () => {
    const { queue } = gateway.deps.compressionJobs;
    await queue.add('compress', { compressionId: 'y' }, { jobId: 'done-one' });
    await gateway.deps.redis.lrem(queue.toKey('wait'), 0, 'done-one');
    await gateway.deps.redis.zadd(queue.toKey('completed'), Date.now(), 'done-one');
    expect((await put('/api/queues/compression/retry/completed')).status).toBe(403);
    expect((await put('/api/queues/compression/done-one/retry')).status).toBe(403);
    expect(await (await queue.getJob('done-one'))?.getState()).toBe('completed');
  });

  it('can pause and resume a queue', async () => {
    const { queue } = gateway.deps.compressionJobs;
    await put('/api/queues/compression/pause');
    expect(await queue.isPaused()).toBe(true);
    await put('/api/queues/compression/resume');
    expect(await queue.isPaused()).toBe(false);
  });

  it.each(['empty', 'obliterate', 'clean/failed', 'failed-one/clean', 'concurrency'])(
    'cannot empty or clean a queue or change its concurrency: %s',
    async (action) => {
      const id = await failedJob();
      expect((await put(`/api/queues/compression/${action}`)).status).toBe(403);
      expect(await gateway.deps.compressionJobs.queue.getJob(id)).toBeDefined();
    },
  );
});

it('the operators’ page loads no resources from other origins', async () => {
  const policy = (await ask('/')).headers.get('content-security-policy') ?? '';
  expect(policy).toContain("style-src 'self' 'unsafe-inline'");
  expect(policy).not.toMatch(/https?:/);
});
