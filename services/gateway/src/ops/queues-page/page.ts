import type { AddressInfo } from 'node:net';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { HookContext } from '@bull-board/api/typings/app';
import { FastifyAdapter } from '@bull-board/fastify';
import { createHttp } from '@gossamer/service-kit/http/create-http';
import type { Queue } from 'bullmq';
import type { GatewayDeps } from '../../deps.ts';
import { guardOperators } from './guard.ts';

export interface OperatorsPage {
  port: number;
  close(): Promise<void>;
}

/** Description of each queue on the operators' page. */
const descriptions: Record<string, string> = {
  compression: 'Images. Owners of failed jobs have been notified; a retry changes nothing for them.',
  'inbox-gateway': 'Outcomes of jobs, and plan changes.',
  'inbox-billing': 'Created and deleted accounts.',
  'inbox-affiliate': 'Accounts, payments and refunds, which determine commissions.',
};

/**
 * Actions allowed on the operators' page: retry failed jobs, and pause a queue, which lets workers finish active jobs.
 * Deleting jobs is not allowed: messages would be lost, and jobs of pending compressions would be enqueued again.
 */
const retryAll = '/api/queues/:queueName/retry/:queueStatus';
const retryOne = '/api/queues/:queueName/:jobId/retry';
const changesAllowed: ReadonlySet<string> = new Set([
  '/api/queues/pause',
  '/api/queues/resume',
  '/api/queues/:queueName/pause',
  '/api/queues/:queueName/resume',
  '/api/queues/:queueName/promote',
  '/api/queues/:queueName/:jobId/promote',
]);

/**
 * Starts the operators' page, which shows queues, jobs and failures. The page requires a password and is served on a
 * separate port, never on the public one. Returns undefined if no password is configured.
 */
export async function startOperatorsPage(
  { config, logger }: Pick<GatewayDeps, 'config' | 'logger'>,
  queues: readonly Queue[],
): Promise<OperatorsPage | undefined> {
  const { password, host, port } = config.operators;
  if (password === undefined) return undefined;
  const http = await createHttp({
    logger,
    trustedProxies: [],
    requestTimeoutMs: 30_000,
    // Allow the `<base>` element of the page, which contains the page's own URL.
    contentSources: { script: [], frame: [], img: [], connect: [], base: ["'self'"] },
  });
  await guardOperators(http, password);
  const board = new FastifyAdapter();
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { description: descriptions[queue.name] ?? '' })),
    serverAdapter: board,
    options: {
      uiConfig: { boardTitle: 'Gossamer: queues', hideRedisDetails: false },
      handlerHooks: {
        before: async (call) =>
          (await isAllowed(call, queues))
            ? { allow: true }
            : { allow: false, status: 403, message: 'Allowed: pause, resume, promote, retry failed jobs.' },
      },
    },
  });
  board.setBasePath('/');
  // Rethrow errors, so that the gateway's error handler processes them. Bull Board's own handler would report each
  // error as a server error.
  board.setErrorHandler((error) => {
    throw error;
  });
  await http.register(board.registerPlugin());
  await http.listen({ host, port });
  return { port: (http.server.address() as AddressInfo).port, close: () => http.close() };
}

async function isAllowed(
  { method, route, request }: HookContext,
  queues: readonly Queue[],
): Promise<boolean> {
  if (method === 'get') return true;
  const { queueName, queueStatus, jobId } = request.params;
  if (route === retryAll) return queueStatus === 'failed';
  if (route === retryOne) {
    const job = await queues.find(({ name }) => name === queueName)?.getJob(jobId);
    return (await job?.getState()) === 'failed';
  }
  return changesAllowed.has(route);
}
