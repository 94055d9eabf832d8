import { compressWaitMs } from '@gossamer/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CompressionRow } from '../../db/schema.ts';
import type { GatewayDeps } from '../../deps.ts';
import { LimitReachedError } from '../../limits/quota.ts';
import { sendRateLimit } from '../../limits/rate-limit-headers.ts';
import { assertWaitBelow } from '../queue/expected-wait.ts';
import type { QueueState } from '../queue/queue-state.ts';
import { acceptUpload } from './accept-upload.ts';
import type { ReceivedUpload } from './received-upload.ts';
import type { UploadGuards } from './store-upload.ts';

export interface Uploads {
  queueState: QueueState;
  guards: UploadGuards;
}

/** Receives and accepts an upload. Returns its row once the image is compressed, or after two seconds. */
export type AcceptWebUpload = (
  request: FastifyRequest,
  reply: FastifyReply,
  receive: () => Promise<ReceivedUpload>,
  idempotencyKey?: string,
) => Promise<CompressionRow>;

/**
 * Returns a function that accepts uploads from the website. The response headers always contain the remaining quota,
 * even if it is 0.
 */
export function createAcceptWebUpload(deps: GatewayDeps, { queueState, guards }: Uploads): AcceptWebUpload {
  return async ({ identity, id: requestId }, reply, receive, idempotencyKey) => {
    const startedAt = deps.clock();
    const { maxWaitMs } = deps.config;
    await assertWaitBelow(queueState, identity, maxWaitMs);
    try {
      const upload = await deps.stages.time('receive', receive);
      const sender = { identity, requestId, idempotencyKey, startedAt };
      const handling = { queueState, effort: undefined, maxWaitMs, waitMs: compressWaitMs };
      const accepted = await acceptUpload(deps, upload, sender, handling);
      if (accepted.allowance) sendRateLimit(reply, accepted.allowance, deps.clock());
      return accepted.row;
    } catch (error) {
      if (error instanceof LimitReachedError) {
        guards.quotaDenials.note(error);
        sendRateLimit(reply, error.allowance, deps.clock());
      }
      throw error;
    }
  };
}
