import type { ApiEstimate } from '@gossamer/contracts/api';
import { toSettings } from '@gossamer/contracts/api-options';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { deleteNow } from '../../compressions/history/delete-now.ts';
import { assertWaitBelow } from '../../compressions/queue/expected-wait.ts';
import { resultFigures } from '../../compressions/to-api.ts';
import { acceptUpload } from '../../compressions/upload/accept-upload.ts';
import { discardUpload } from '../../compressions/upload/discard-upload.ts';
import { findSame } from '../../compressions/upload/result-cache.ts';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { requireMember } from '../../http/identity/identity.ts';
import type { AnswerExamples } from '../document/examples.ts';
import { type Answer, once } from './idempotency.ts';
import { receiveSubmission, type Submission } from './receive-submission.ts';
import { createEstimate } from './submission-operations.ts';
import { type ApiParts, type Caller, fingerprintOf } from './submit.ts';

/** Timeout of an estimate in milliseconds. After the timeout, the response states that the workers are busy. */
const timeoutMs = 30_000;
const retryAfterSeconds = 30;

/**
 * Registers `POST /estimates`, which compresses an image with effort `fast` and returns the sizes. The result is not
 * stored, and the request does not count against the quota.
 */
export function estimateRoute(
  http: Http,
  deps: GatewayDeps,
  parts: ApiParts,
  examples: AnswerExamples,
): void {
  const config = { takesImages: true, operation: createEstimate(examples) };
  http.post('/estimates', { config }, async (request, reply) => {
    const member = requireMember(request);
    const caller = { member, requestId: request.id, startedAt: deps.clock() };
    const answer = await once(deps, request, { member, operation: 'POST /estimates' }, async (record) => {
      if (!record.isAnswered) await assertWaitBelow(parts.queueState, member, timeoutMs / 2);
      const submission = await receiveSubmission(request, member, deps, parts.guards);
      try {
        const stored = await record.recall(fingerprintOf(submission));
        return stored ?? (await estimate(deps, submission, caller, parts));
      } finally {
        await discardUpload(deps, submission.upload.id);
      }
    });
    return reply.code(answer.status).send(answer.body);
  });
}

async function estimate(
  deps: GatewayDeps,
  { upload, options }: Submission,
  { member, requestId, startedAt }: Caller,
  { queueState }: ApiParts,
): Promise<Answer> {
  const settings = toSettings(options);
  const same = await findSame(deps, { ...upload, settings }, member);
  if (same) return { status: 200, body: toEstimate(same, false) };
  const { row } = await acceptUpload(
    deps,
    { ...upload, settings, job: { source: 'estimate' } },
    { identity: member, requestId, idempotencyKey: undefined, startedAt },
    { queueState, effort: 'fast', maxWaitMs: timeoutMs / 2, waitMs: timeoutMs },
  );
  await discardEstimate(deps, row);
  if (row.failureCode)
    throw new AppError(row.failureCode, {
      details: { maxMegapixels: row.maxPixels / 1_000_000, ...row.failureDetails },
    });
  if (row.status === 'pending') throw new AppError('fleet_busy', { retryAfterSeconds });
  return { status: 200, body: toEstimate(row, true) };
}

function toEstimate(row: CompressionRow, wouldBeCounted: boolean): ApiEstimate {
  return {
    original: { format: row.originalFormat, sizeBytes: row.originalSizeBytes },
    estimate: resultFigures(row),
    wouldBeCounted,
  };
}

/** Deletes the row and the objects of an estimate. After a crash, the maintenance task `expire` deletes them. */
async function discardEstimate(deps: GatewayDeps, row: CompressionRow): Promise<void> {
  await deleteNow(deps, row);
  await deps.db.deleteFrom('compressions').where('id', '=', row.id).execute();
}
