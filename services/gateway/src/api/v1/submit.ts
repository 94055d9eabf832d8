import type { ApiCompression } from '@gossamer/contracts/api';
import type { Backlog } from '../../compressions/queue/backlog.ts';
import { toApiCompression } from '../../compressions/to-api.ts';
import { acceptUpload } from '../../compressions/upload/accept-upload.ts';
import { discardUpload, type UploadGuards } from '../../compressions/upload/store-upload.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import type { RequestRate } from '../../limits/request-rate.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import { toSettings } from './read-options.ts';
import type { Submission } from './receive-submission.ts';

/** What the API's operations work with. */
export interface ApiParts {
  backlog: Backlog;
  guards: UploadGuards;
  rate: RequestRate;
  /** Checks a job's own address, makes sure that what goes there can be signed, and gives it as it is called. @throws AppError */
  preparePerJobWebhook(accountId: string, url: string): Promise<string>;
}

/** Who asks, and how the request is known. */
export interface Caller {
  member: Member;
  requestId: string;
  startedAt: Date;
}

/** What is accepted now, as its owner sees it: 200 with an earlier result, 201 done, 202 not yet. */
export interface Accepted {
  status: 200 | 201 | 202;
  body: ApiCompression;
}

/** Accepts an image that is in the store, and waits for its result as long as was asked for. @throws AppError */
export async function submit(
  deps: GatewayDeps,
  { upload, options }: Submission,
  { member, requestId, startedAt }: Caller,
  parts: Pick<ApiParts, 'backlog' | 'preparePerJobWebhook'>,
  recordId: string | undefined,
): Promise<Accepted> {
  const { metadata, wait } = options;
  const webhookUrl = await prepareWebhook(options, member, parts).catch(async (error: unknown) => {
    await discardUpload(deps, upload.id);
    throw error;
  });
  const { row } = await acceptUpload(
    deps,
    { ...upload, settings: toSettings(options), job: { source: 'api', metadata, webhookUrl } },
    { identity: member, requestId, idempotencyKey: recordId, startedAt },
    // Programs wait for the smallest file; nobody looks at a spinner.
    { backlog: parts.backlog, pace: 'thorough', maxWaitMs: deps.config.api.maxWaitMs, waitMs: wait * 1_000 },
  );
  const status = row.status === 'pending' ? 202 : row.isReused ? 200 : 201;
  return { status, body: await toApiCompression(deps, row) };
}

function prepareWebhook(
  { webhookUrl }: Submission['options'],
  { account }: Member,
  parts: Pick<ApiParts, 'preparePerJobWebhook'>,
): Promise<string | null> {
  return webhookUrl === undefined
    ? Promise.resolve(null)
    : parts.preparePerJobWebhook(account.id, webhookUrl);
}

/** What makes two requests the same: the bytes and all that was said of them, but for the waiting. */
export function fingerprintOf({ upload, options }: Submission): unknown {
  const { wait: _, ...rest } = options;
  return { sha256: upload.original.sha256, ...rest };
}

/** The stored answer to the same request, if there is one; the image that came again is not needed then. @throws AppError */
export async function recallOr(
  deps: GatewayDeps,
  slot: IdempotencyRecord,
  submission: Submission,
  act: () => Promise<Accepted>,
) {
  const forget = () => discardUpload(deps, submission.upload.id);
  const stored = await slot.recall(fingerprintOf(submission)).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  if (!stored) return act();
  await forget();
  return stored;
}

/** The row once it is finalized, or as it is when the time is up. */
export async function awaitFinalized(
  deps: GatewayDeps,
  row: CompressionRow,
  waitMs: number,
  reread: () => Promise<CompressionRow | undefined>,
): Promise<CompressionRow> {
  if (row.status !== 'pending' || waitMs === 0) return row;
  const notice = deps.notices.expect(row.id);
  try {
    // It may have been finalized between the reading and the listening.
    const now = await reread();
    if (now?.status !== 'pending') return now ?? row;
    await notice.within(waitMs);
    return (await reread()) ?? now;
  } finally {
    notice.forget();
  }
}
