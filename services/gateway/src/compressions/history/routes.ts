import { createHash } from 'node:crypto';
import {
  type CompressionsFilter,
  compressionsFilter,
  compressionsPageSize,
} from '@gossamer/contracts/compressions';
import { deviceCounting, deviceResult } from '@gossamer/contracts/stats';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayDeps } from '../../deps.ts';
import { requireMember } from '../../http/identity/identity.ts';
import { parseBody } from '../../http/parse-body.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { findCompression } from '../find-compression.ts';
import { toPublic } from '../to-public.ts';
import { countDeviceResult, setDeviceCounting } from './count-device-result.ts';
import { deleteNow } from './delete-now.ts';
import { listCompressions } from './list-compressions.ts';
import { readStats } from './read-stats.ts';

/** Registers the history routes: list compressions, read and add to statistics, and delete files before they expire. */
export function historyRoutes(http: Http, deps: GatewayDeps): void {
  http.get<{ Querystring: Record<string, unknown> }>('/api/compressions', async (request, reply) => {
    const { identity } = request;
    const { cursor, ...given } = request.query;
    const after = readCursor(cursor);
    const filter = readFilter(given);
    const status = filter.status === 'processing' ? 'pending' : filter.status;
    const rows = await deps.ownerReads.run(identity.owner, () =>
      listCompressions(deps.db, identity, { ...filter, status, after }),
    );
    const page = rows.slice(0, compressionsPageSize);
    const last = page.at(-1);
    if (rows.length > page.length && last) {
      const query = new URLSearchParams({ ...filter, cursor: writeCursor(last) });
      reply.header('link', `</api/compressions?${query}>; rel="next"`);
    }
    return sendPolled(request, reply, page.map(toPublic));
  });

  http.get('/api/stats', async (request, reply) => {
    const { identity } = request;
    const read = () => readStats(deps, identity);
    return sendPolled(request, reply, await deps.ownerReads.share(identity.owner, 'stats', read));
  });

  http.put('/api/stats/device', async (request, reply) => {
    const member = requireMember(request);
    await setDeviceCounting(deps, member, parseBody(deviceCounting, request.body).isCounted);
    return reply.code(204).send();
  });

  http.post('/api/stats/device', async (request, reply) => {
    const member = requireMember(request);
    await countDeviceResult(deps, member, parseBody(deviceResult, request.body));
    return reply.code(204).send();
  });

  http.delete<{ Params: { id: string } }>('/api/compression/:id', async (request, reply) => {
    const row = await findCompression(deps.db, request.identity, request.params.id);
    if (!row) throw new AppError('compression_not_found');
    await deleteNow(deps, row);
    return reply.code(204).send();
  });
}

/**
 * Reads the filter from the query of a list request.
 * @throws AppError `invalid_request` with the first invalid parameter
 */
function readFilter(query: Record<string, unknown>): CompressionsFilter {
  const { success, data, error } = compressionsFilter.safeParse(query);
  if (success) return data;
  throw new AppError('invalid_request', { field: String(error.issues[0]?.path[0] ?? 'search') });
}

/** Sends a response with an ETag to a polling client. If the response is unchanged, sends status 304 without a body. */
function sendPolled(request: FastifyRequest, reply: FastifyReply, value: object): FastifyReply {
  const body = JSON.stringify(value);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
