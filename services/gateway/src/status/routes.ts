import { createHash } from 'node:crypto';
import { compressionsPageSize } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findCompression, listCompressions } from '../compression/queries.ts';
import { toPublic } from '../compression/to-public.ts';
import type { GatewayDeps } from '../deps.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** How a compression stands, and an owner's list of all. */
export function statusRoutes(http: Http, deps: GatewayDeps): void {
  http.get<{ Params: { id: string } }>('/api/compression/:id', async (request, reply) => {
    const row = await findCompression(deps.db, request.owner, request.params.id);
    if (!row) throw new AppError('compression_not_found');
    return reply.header('cache-control', 'no-store').send(toPublic(row));
  });

  http.get<{ Querystring: { cursor?: unknown } }>('/api/compressions', async (request, reply) => {
    const rows = await listCompressions(deps.db, request.owner, readCursor(request.query.cursor));
    const page = rows.slice(0, compressionsPageSize);
    const last = page.at(-1);
    if (rows.length > page.length && last) {
      reply.header('link', `</api/compressions?cursor=${writeCursor(last)}>; rel="next"`);
    }
    return sendPolled(request, reply, JSON.stringify(page.map(toPublic)));
  });
}

/** The list is polled: an unchanged one costs a header. */
function sendPolled(request: FastifyRequest, reply: FastifyReply, body: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache');
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}
