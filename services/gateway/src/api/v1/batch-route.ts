import type { ApiBatchResult } from '@gossamer/contracts/api';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { toAppError } from '@gossamer/service-kit/http/error-handler';
import pLimit from 'p-limit';
import { assertWaitBelow } from '../../compressions/queue/expected-wait.ts';
import { cleanFilename } from '../../compressions/upload/clean-filename.ts';
import { fetchSource } from '../../compressions/upload/fetch-source.ts';
import type { GatewayDeps } from '../../deps.ts';
import { requireMember } from '../../http/identity/identity.ts';
import type { AnswerExamples } from '../document/examples.ts';
import { once } from './idempotency.ts';
import { toProblem } from './problems.ts';
import { readBatch } from './read-options.ts';
import { createBatch } from './submission-operations.ts';
import { type ApiParts, type Caller, submit } from './submit.ts';

/** Maximum size of a batch request in bytes: enough for a hundred URLs with metadata. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Maximum number of images in a batch that are fetched concurrently. */
const fetchedAtATime = 8;

/** Registers `POST /compressions/batch`, which accepts or rejects each of up to 100 URLs separately. */
export function batchRoute(http: Http, deps: GatewayDeps, parts: ApiParts, examples: AnswerExamples): void {
  http.post(
    '/compressions/batch',
    { bodyLimit: maxBodyBytes, config: { takesImages: true, operation: createBatch(examples) } },
    async (request, reply) => {
      const member = requireMember(request);
      const caller = { member, requestId: request.id, startedAt: deps.clock() };
      const items = readBatch(request.body);
      // Each URL of a batch counts as one request toward the rate limit.
      if (items.length > 1) await parts.rate.ofAccount(reply, member.owner, items.length - 1);
      const operation = 'POST /compressions/batch';
      const answer = await once(deps, request, { member, operation }, async (record) => {
        const stored = await record.recall(items);
        if (stored) return stored;
        await assertWaitBelow(parts.queueState, member, deps.config.api.maxWaitMs);
        const limit = pLimit(fetchedAtATime);
        const data = await Promise.all(
          items.map((item, index) =>
            limit(() => submitItem(deps, item, caller, parts, record.id && `${record.id}-${index}`)),
          ),
        );
        const accepted = data.filter((item) => 'compression' in item).length;
        return {
          status: 200,
          body: { data, accepted, refused: data.length - accepted } satisfies ApiBatchResult,
        };
      });
      return reply.code(answer.status).send(answer.body);
    },
  );
}

async function submitItem(
  deps: GatewayDeps,
  { url, ...given }: ReturnType<typeof readBatch>[number],
  caller: Caller,
  parts: ApiParts,
  recordId: string | undefined,
): Promise<ApiBatchResult['data'][number]> {
  try {
    const options = { ...given, wait: 0 };
    const fetched = await fetchSource(url, caller.member, { deps, guards: parts.guards });
    const { filename } = options;
    const upload = filename
      ? { ...fetched, filename: cleanFilename(filename, fetched.original.format) }
      : fetched;
    const { status, body } = await submit(deps, { upload, options }, caller, parts, recordId);
    return { status, compression: body };
  } catch (error) {
    const fault = toAppError(error);
    if (fault.code === 'internal')
      deps.logger.error({ err: error, requestId: caller.requestId }, 'failed to submit batch item');
    const problem = toProblem(fault, deps.config.publicUrl, caller.requestId);
    return { status: problem.status, problem };
  }
}
