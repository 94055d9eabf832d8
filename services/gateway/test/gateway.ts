import type { Compression } from '@gossamer/contracts/compressions';
import { gatewayInbox } from '@gossamer/contracts/inboxes';
import { type CompressJob, type CompressOutcome, compressionQueue } from '@gossamer/contracts/jobs';
import type { VariantGroup } from '@gossamer/contracts/variants';
import { createLogger } from '@gossamer/service-kit/logger';
import { migrate } from '@gossamer/service-kit/migrate';
import { createConsumer } from '@gossamer/service-kit/queues/consumer';
import { messageOptions } from '@gossamer/service-kit/queues/job-options';
import { createProducer } from '@gossamer/service-kit/queues/producer';
import { createRedis } from '@gossamer/service-kit/redis';
import { openTestServers, type TestServers } from '@gossamer/testkit/servers';
import type { Job } from 'bullmq';
import type { Kysely } from 'kysely';
import { buildApp } from '../src/app.ts';
import { readGatewayConfig } from '../src/config.ts';
import { functions, migrations } from '../src/db/migrations/list.ts';
import { type GatewayDeps, openDeps } from '../src/deps.ts';
import { startInbox } from '../src/inbox.ts';

export interface TestGateway {
  servers: TestServers;
  deps: GatewayDeps;
  url: string;
  close(): Promise<void>;
}

/**
 * Starts a gateway on a free port. Its HTTP process and background process run inside the test process. `prepare` runs
 * before the migrations.
 */
export async function startGateway(
  env: Record<string, string> = {},
  prepare: (deps: GatewayDeps, servers: TestServers) => Promise<unknown> = async () => {},
): Promise<TestGateway> {
  const servers = await openTestServers();
  const config = readGatewayConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: servers.databaseUrl,
    GATEWAY_DATABASE_SCHEMA: servers.schema,
    REDIS_URL: servers.redisUrl,
    REDIS_PREFIX: servers.redisPrefix,
    ...servers.storageEnv,
    GATEWAY_SECRET: 'a secret of more than thirty-two characters',
    GATEWAY_PORT: '0',
    ...env,
  });
  const deps = await openDeps(config, 'gateway-test');
  await prepare(deps, servers);
  await migrate(deps.db as unknown as Kysely<never>, servers.schema, migrations, functions);
  await deps.redis.ping().catch(() => undefined);
  const connection = createRedis(config.redis, 'consumer', deps.logger);
  const inbox = startInbox(deps, connection);
  const app = await buildApp(deps);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await app.close();
    await inbox.close();
    connection.disconnect();
    await deps.close();
    await servers.close();
  };
  return { servers, deps, url, close };
}

export interface TestWorker {
  jobs: CompressJob[];
  close(): Promise<void>;
}

type Work = (job: CompressJob, bullJob: Job) => Promise<CompressOutcome>;

/** Starts a fake worker that takes jobs from the queue and sends valid outcomes to the gateway. */
export function startWorker(gateway: TestGateway, work: Work = halve(gateway)): TestWorker {
  const { redisUrl: url, redisPrefix: prefix } = gateway.servers;
  const logger = createLogger('worker-test', 'silent');
  const connection = createRedis({ url, prefix }, 'consumer', logger);
  const messages = createProducer(gatewayInbox, { connection, prefix, logger, defaults: messageOptions });
  const jobs: CompressJob[] = [];
  const compress = async (data: CompressJob, job: Job) => {
    jobs.push(data);
    const outcome = await work(data, job);
    if (outcome.type === 'image.compressed') await messages.add(outcome.type, outcome);
    else await messages.add(outcome.type, outcome);
    return outcome;
  };
  const worker = createConsumer(
    compressionQueue,
    { compress },
    { connection, prefix, logger, concurrency: 4 },
  );
  const close = async () => {
    await worker.close();
    await messages.close();
    connection.disconnect();
  };
  return { jobs, close };
}

/** Returns a job handler for a fake worker. The handler stores the first half of the original as the result. */
export function halve(gateway: TestGateway): Work {
  return async (job) => {
    const original = await gateway.deps.storage.read(job.originalKey);
    return compressed(gateway, job, original.subarray(0, Math.ceil(original.length / 2)));
  };
}

/** Stores the result of a job and returns the job's outcome. */
export async function compressed(
  gateway: TestGateway,
  job: Pick<CompressJob, 'compressionId' | 'attempt' | 'requestId'>,
  bytes: Buffer,
): Promise<CompressOutcome & { type: 'image.compressed' }> {
  const resultKey = `results/${job.compressionId}/${job.attempt}-1`;
  await gateway.deps.storage.put(resultKey, bytes);
  await gateway.deps.storage.put(`${resultKey}-preview`, bytes.subarray(0, 10));
  const { compressionId, attempt, requestId } = job;
  return {
    type: 'image.compressed',
    compressionId,
    attempt,
    requestId,
    resultKey,
    previewKey: `${resultKey}-preview`,
    format: 'webp',
    sizeBytes: bytes.length,
    sha256: 'ab'.repeat(32),
    widthPx: 4,
    heightPx: 3,
    alreadyOptimal: false,
    engineMs: 1,
  };
}

/** Stores two variants beside a result, which is the wider fallback, and returns the outcome with the variants. */
export async function withVariants(
  gateway: TestGateway,
  outcome: CompressOutcome & { type: 'image.compressed' },
): Promise<CompressOutcome & { type: 'image.compressed' }> {
  const facts = { heightPx: 3, sizeBytes: 3, sha256: 'ef'.repeat(32), score: 80.5 };
  const variants: VariantGroup = {
    files: [
      { ...facts, format: 'avif', widthPx: 4 },
      { ...facts, format: 'jpeg', widthPx: 2 },
      { ...facts, format: 'jpeg', widthPx: 4, sizeBytes: outcome.sizeBytes, sha256: outcome.sha256 },
    ],
    skipped: [
      { format: null, widthPx: 800, reason: 'wider-than-original' },
      { format: 'webp', widthPx: 4, reason: 'not-smaller-than-fallback' },
    ],
    thumbHash: 'AAAA',
    placeholderUrl: 'data:image/webp;base64,AAAA',
  };
  await gateway.deps.storage.put(`${outcome.resultKey}-4.avif`, Buffer.from('avi'));
  await gateway.deps.storage.put(`${outcome.resultKey}-2.jpg`, Buffer.from('jpe'));
  return { ...outcome, format: 'jpeg', variants };
}

/** Returns the beginning of an ISO base media file with the given brands, which identify HEIC and AVIF. */
export function isoFile(brand: string, compatible: string): Buffer {
  const size = Buffer.from([0, 0, 0, 24]);
  return Buffer.concat([
    size,
    Buffer.from(`ftyp${brand}\0\0\0\0${brand}${compatible}`, 'latin1'),
    Buffer.alloc(200),
  ]);
}

/** Returns a fake browser that stores cookies between requests and does not follow redirects. */
export function browser(gateway: TestGateway) {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (kept && !headers.has('cookie')) headers.set('cookie', kept);
    const response = await fetch(gateway.url + path, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  return Object.assign(send, { cookies });
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf('=');
  const isTaken = attributes.some((attribute) => /^(max-age=0$|expires=.* 1970 )/i.test(attribute));
  if (isTaken) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

export type Browser = ReturnType<typeof browser>;

/** Returns an upload form with the given fields in order. One of the fields is the file `image`. */
export function form(parts: [string, string | Uint8Array, string?][]): FormData {
  const data = new FormData();
  for (const [name, value, filename = 'photo.jpg'] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), filename);
  }
  return data;
}

/** Uploads a file in a form with the given fields. */
export function upload(
  visitor: Browser,
  file: Uint8Array,
  options: { filename?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<Response> {
  const fields = Object.entries(options.fields ?? {}) as [string, string][];
  const body = form([...fields, ['image', file, options.filename]]);
  return visitor('/api/compress', { method: 'POST', body, headers: options.headers ?? {} });
}

/** Fields in the gateway's JSON responses that tests read. */
export interface Body {
  code: string;
  message: string;
  field?: string;
  requestId?: string;
  status: string;
  compressionId: string;
  downloadUrl: string;
  originalUrl: string;
  compression: Compression;
}

/** Parses the JSON body of a response. */
export async function json(response: Response | Promise<Response>): Promise<Body> {
  return (await (await response).json()) as Body;
}

/** Returns the keys of all stored objects. */
export async function storedKeys(gateway: TestGateway): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['originals/', 'results/']) {
    for await (const object of gateway.deps.storage.list(prefix)) keys.push(object.key);
  }
  return keys.sort();
}

/** Uploads an image as a new visitor and returns the compression's id. */
export async function accept(gateway: TestGateway, image: Uint8Array): Promise<string> {
  return (await json(upload(browser(gateway), image))).compressionId;
}

/** Returns the database row of a compression, or an empty object if the compression does not exist. */
export async function rowOf(gateway: TestGateway, id: string): Promise<Record<string, unknown>> {
  const [found] = await gateway.servers.sql('select * from compressions where id = $1', [id]);
  return found ?? {};
}

/** Deletes all database rows, all data in Redis and all stored objects. */
export async function clearAll(gateway: TestGateway): Promise<void> {
  await gateway.servers.emptyRedis();
  await gateway.servers.sql('truncate compressions cascade');
  await gateway.deps.storage.delete(await storedKeys(gateway));
}
