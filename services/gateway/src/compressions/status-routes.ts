import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../deps.ts';
import { findCompression } from './find-compression.ts';
import { placeOf } from './queue/place.ts';
import type { QueueState } from './queue/queue-state.ts';
import { toPublic } from './to-public.ts';

/** Registers `GET /api/compression/:id`, which returns a compression's status and its place in the queue. */
export function statusRoutes(http: Http, deps: GatewayDeps, queueState: QueueState): void {
  http.get<{ Params: { id: string } }>('/api/compression/:id', async (request, reply) => {
    const row = await findCompression(deps.db, request.identity, request.params.id);
    if (!row) throw new AppError('compression_not_found');
    const queue = row.status === 'pending' ? await placeOf(deps, queueState, row) : undefined;
    return reply.header('cache-control', 'no-store').send({ ...toPublic(row), ...(queue && { queue }) });
  });
}
