import type { ApiCompression } from '@gossamer/contracts/api';
import { toSettings } from '@gossamer/contracts/api-options';
import { prepareTargets } from '../../compressions/deliveries/delivery-target.ts';
import type { QueueState } from '../../compressions/queue/queue-state.ts';
import { toApiCompression } from '../../compressions/to-api.ts';
import { acceptUpload } from '../../compressions/upload/accept-upload.ts';
import { discardUpload } from '../../compressions/upload/discard-upload.ts';
import type { UploadJob } from '../../compressions/upload/received-upload.ts';
import type { UploadGuards } from '../../compressions/upload/store-upload.ts';
import type { GatewayDeps } from '../../deps.ts';
import type { Member } from '../../http/identity/identity.ts';
import type { RequestRate } from '../../limits/request-rate.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import type { Submission } from './receive-submission.ts';

/** Dependencies shared by all API routes. */
export interface ApiParts {
  queueState: QueueState;
  guards: UploadGuards;
  rate: RequestRate;
  /**
   * Validates the webhook URL of a single job, creates the webhook that signs the job's deliveries, and returns the
   * normalized URL.
   * @throws AppError
   */
  preparePerJobWebhook(accountId: string, url: string): Promise<string>;
}

/** The API client that sent the request, with the id and start time of the request. */
export interface Caller {
  member: Member;
  requestId: string;
  startedAt: Date;
}

/**
 * Response to an accepted image. Status 200: an earlier result was reused. 201: the job is finished. 202: the job is
 * pending.
 */
export interface Accepted {
  status: 200 | 201 | 202;
  body: ApiCompression;
}

/**
 * Accepts a stored image and waits for its result as long as the client requested.
 * @throws AppError
 */
export async function submit(
  deps: GatewayDeps,
  { upload, options }: Submission,
  { member, requestId, startedAt }: Caller,
  parts: Pick<ApiParts, 'queueState' | 'preparePerJobWebhook'>,
  recordId: string | undefined,
): Promise<Accepted> {
  const job = await prepareJob(deps, options, member, parts).catch(async (error: unknown) => {
    await discardUpload(deps, upload.id);
    throw error;
  });
  const { row } = await acceptUpload(
    deps,
    { ...upload, settings: toSettings(options), job },
    { identity: member, requestId, idempotencyKey: recordId, startedAt },
    // Use thorough effort, because API clients prefer the smallest file to a fast response.
    {
      queueState: parts.queueState,
      effort: 'thorough',
      maxWaitMs: deps.config.api.maxWaitMs,
      waitMs: options.wait * 1_000,
    },
  );
  const status = row.status === 'pending' ? 202 : row.isReused ? 200 : 201;
  return { status, body: await toApiCompression(deps, row) };
}

/** Checks the URLs of a job and creates the webhook that signs its messages. @throws AppError */
async function prepareJob(
  deps: GatewayDeps,
  options: Submission['options'],
  { account: { id } }: Member,
  { preparePerJobWebhook }: Pick<ApiParts, 'preparePerJobWebhook'>,
): Promise<UploadJob> {
  const { metadata, webhookUrl } = options;
  return {
    source: 'api',
    metadata,
    deliverTo: prepareTargets(deps, id, options),
    webhookUrl: webhookUrl === undefined ? null : await preparePerJobWebhook(id, webhookUrl),
  };
}

/** Returns the data that is compared for idempotency: the hash of the image and all options except `wait`. */
export function fingerprintOf({ upload, options }: Submission): unknown {
  const { wait: _, ...rest } = options;
  return { sha256: upload.original.sha256, ...rest };
}

/**
 * Returns the stored response to an earlier identical request and deletes the new upload. If no response is stored,
 * returns the result of `act`.
 * @throws AppError
 */
export async function recallOr(
  deps: GatewayDeps,
  record: IdempotencyRecord,
  submission: Submission,
  act: () => Promise<Accepted>,
) {
  const discard = () => discardUpload(deps, submission.upload.id);
  const stored = await record.recall(fingerprintOf(submission)).catch(async (error: unknown) => {
    await discard();
    throw error;
  });
  if (!stored) return act();
  await discard();
  return stored;
}
