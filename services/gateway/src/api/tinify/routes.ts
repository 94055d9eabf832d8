import { sourceUrl } from '@gossamer/contracts/api';
import { mediaTypes } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { handleErrors } from '@gossamer/service-kit/http/error-handler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCompression } from '../../compressions/find-compression.ts';
import { originalKey } from '../../compressions/keys.ts';
import { assertWaitBelow } from '../../compressions/queue/expected-wait.ts';
import type { QueueState } from '../../compressions/queue/queue-state.ts';
import { acceptUpload } from '../../compressions/upload/accept-upload.ts';
import { fetchSource } from '../../compressions/upload/fetch-source.ts';
import { storeRawBody } from '../../compressions/upload/raw-body.ts';
import type { StoredUpload } from '../../compressions/upload/received-upload.ts';
import type { UploadGuards } from '../../compressions/upload/store-upload.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { identifyByApiKey } from '../../http/identity/api-key.ts';
import { type Member, requireMember, setIdentity } from '../../http/identity/identity.ts';
import { newId } from '../../http/identity/new-id.ts';
import { usedOf } from '../../limits/counters.ts';
import { monthCounter } from '../../limits/month-counter.ts';
import type { RequestRate } from '../../limits/request-rate.ts';
import { effortOf, readCommands, settingsOf, settingsOfInput } from './commands.ts';
import { CompatibleError, sendCompatibleFault } from './faults.ts';
import { readBody } from './read-body.ts';

/**
 * Maximum time in milliseconds that a request waits for its result. The value is high because Tinify clients retry only
 * once.
 */
const waitMs = 100_000;
const retryAfterSeconds = 10;

export interface CompatibleParts {
  queueState: QueueState;
  guards: UploadGuards;
  rate: RequestRate;
}

type ById = { Params: { id: string } };

/**
 * Registers `/shrink` and `/output/{id}`, the Tinify interface, which many image tools support. The routes use the
 * operations of the Pro API. Clients send the API key as the password of HTTP Basic authentication.
 */
export async function compatibleRoutes(http: Http, deps: GatewayDeps, parts: CompatibleParts): Promise<void> {
  await http.register(async (scope: Http) => {
    handleErrors(scope, sendCompatibleFault);
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, usesApiKey: true };
    });
    // Read all bodies as streams, regardless of their media type.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onRequest', async (request, reply) => {
      const member = await identifyByApiKey(deps, passwordOf(request)).catch(async (error: unknown) => {
        if (error instanceof AppError) await parts.rate.ofAnonymous(reply, request.addressSubject);
        throw error;
      });
      setIdentity(request, member);
      await parts.rate.ofAccount(reply, member.owner);
    });

    scope.post('/shrink', { config: { takesImages: true } }, async (request, reply) => {
      const member = requireMember(request);
      await assertWaitBelow(parts.queueState, member, deps.config.maxWaitMs);
      const upload = await receive(request, member, deps, parts);
      const row = await compress(request, upload, settingsOfInput(upload.original.format), deps, parts);
      await sendCount(reply, member, deps);
      sendSize(reply, row);
      return reply
        .code(201)
        .header('location', `/output/${row.id}`)
        .send(toShrunk(row, deps.config.publicUrl));
    });

    const output = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
      const member = requireMember(request);
      const shrunk = await findCompression(deps.db, member, request.params.id);
      if (!shrunk) throw new AppError('compression_not_found');
      const body = await readBody(request.raw);
      const asked = body.kind === 'json' ? readCommands(body.value) : {};
      const isPlain = Object.keys(asked).length === 0;
      const row = isPlain
        ? shrunk
        : await apply(request, shrunk, settingsOf(shrunk.originalFormat, asked), deps, parts);
      await sendCount(reply, member, deps);
      return sendResult(reply, row, deps);
    };
    scope.get<ById>('/output/:id', output);
    scope.post<ById>('/output/:id', output);
  });
}

function passwordOf({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString();
  return pair.slice(pair.indexOf(':') + 1);
}

/** Stores the image in the request body, or fetches the image from the URL in the body and stores it. */
async function receive(
  request: FastifyRequest,
  member: Member,
  deps: GatewayDeps,
  { guards }: CompatibleParts,
): Promise<StoredUpload> {
  const body = await readBody(request.raw);
  if (body.kind === 'nothing') throw new AppError('empty_file');
  if (body.kind === 'json') {
    const url = (body.value as { source?: { url?: unknown } }).source?.url;
    const parsed = sourceUrl.safeParse(url);
    if (!parsed.success) throw new CompatibleError('Source not found', 'source.url is not a valid URL');
    return fetchSource(parsed.data, member, { deps, guards });
  }
  return storeRawBody(body, request.headers, member, { deps, guards });
}

/** Compresses the original, not its earlier result, with the given commands. */
async function apply(
  request: FastifyRequest,
  shrunk: CompressionRow,
  settings: CompressionSettings,
  deps: GatewayDeps,
  parts: CompatibleParts,
): Promise<CompressionRow> {
  if (shrunk.originalKey === null) throw new AppError('original_expired');
  const id = newId();
  const key = originalKey(id);
  await deps.storage.put(key, await deps.storage.open(shrunk.originalKey));
  const { originalFormat: format, originalSizeBytes: sizeBytes, originalSha256: sha256 } = shrunk;
  const { widthPx, heightPx } = shrunk;
  const dimensions = widthPx && heightPx ? { widthPx, heightPx, isAnimated: false } : undefined;
  const original = { key, format, sizeBytes, sha256, dimensions };
  return compress(request, { id, original, filename: shrunk.originalFilename }, settings, deps, parts);
}

async function compress(
  request: FastifyRequest,
  upload: StoredUpload,
  settings: CompressionSettings,
  deps: GatewayDeps,
  { queueState }: CompatibleParts,
): Promise<CompressionRow> {
  const identity = requireMember(request);
  const { row } = await acceptUpload(
    deps,
    { ...upload, settings, job: { source: 'api', metadata: {}, webhookUrl: null, deliverTo: null } },
    { identity, requestId: request.id, idempotencyKey: undefined, startedAt: deps.clock() },
    { queueState, effort: effortOf(settings), maxWaitMs: deps.config.maxWaitMs, waitMs },
  );
  // The upload has a supported format, so this failure code means that no requested format supports the image's
  // transparency.
  if (row.failureCode === 'unsupported_format') throw needsBackground();
  if (row.failureCode) {
    throw new AppError(row.failureCode, { details: { maxMegapixels: row.maxPixels / 1_000_000 } });
  }
  if (row.status === 'pending') throw new AppError('fleet_busy', { retryAfterSeconds });
  return row;
}

const needsBackground = () =>
  new CompatibleError(
    'Transparency',
    'The image is transparent but the requested type is not. Set a background with the transform command',
  );

/** Sets the `compression-count` header of every response: the account's number of compressions this month. */
async function sendCount(reply: FastifyReply, { owner }: Member, { db, clock }: GatewayDeps): Promise<void> {
  reply.header('compression-count', await usedOf(db, monthCounter(owner, clock())));
}

function sendSize(reply: FastifyReply, { widthPx, heightPx }: CompressionRow): void {
  reply.header('image-width', widthPx ?? 0).header('image-height', heightPx ?? 0);
}

function toShrunk(row: CompressionRow, publicUrl: string) {
  const { originalSizeBytes, resultSizeBytes, resultFormat, widthPx: width, heightPx: height } = row;
  const size = resultSizeBytes ?? 0;
  return {
    input: { size: originalSizeBytes, type: mediaTypes[row.originalFormat] },
    output: {
      size,
      type: mediaTypes[resultFormat ?? 'jpeg'],
      width,
      height,
      ratio: Math.round((size / originalSizeBytes) * 10_000) / 10_000,
      url: new URL(`/output/${row.id}`, publicUrl).href,
    },
  };
}

async function sendResult(
  reply: FastifyReply,
  row: CompressionRow,
  { storage }: GatewayDeps,
): Promise<FastifyReply> {
  if (row.resultKey === null || row.resultFormat === null) throw new AppError('result_expired');
  sendSize(reply, row);
  return reply
    .type(mediaTypes[row.resultFormat])
    .header('content-length', row.resultSizeBytes ?? 0)
    .header('cache-control', 'no-store')
    .send(await storage.open(row.resultKey));
}
