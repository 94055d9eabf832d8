import { AppError } from '@gossamer/service-kit/errors';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCursor } from '../compressions/cursor.ts';
import type { GatewayDeps } from '../deps.ts';
import { assertEmailVerified, type Member, requireMember } from '../http/identity/identity.ts';
import { countAttempt } from '../limits/attempts.ts';
import { memberWebhooks } from './attempt-limits.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { toDeliveryDetail, toDeliveryPage } from './delivery-answers.ts';

import { findDelivery, listAttempts, listDeliveries } from './delivery-queries.ts';
import { ensurePerJobWebhook } from './per-job-webhook.ts';
import { deleteEndpoint, findWebhook, listWebhooks } from './queries.ts';
import { readSecret, rotateSecret } from './rotate-secret.ts';
import { replayDelivery, sendTest } from './send-by-hand.ts';
import { toDelivery, toWebhook } from './to-public.ts';

type OfWebhook = { Params: { id: string } };
type OfDelivery = { Params: { id: string; deliveryId: string } };

/** Registers the webhook routes. Members who are no longer on Pro can still list and delete their webhooks. */
export function webhookRoutes(http: Http, deps: GatewayDeps): void {
  endpointRoutes(http, deps);
  secretRoutes(http, deps);
  deliveryRoutes(http, deps);
}

function endpointRoutes(http: Http, deps: GatewayDeps): void {
  const answer = (row: Parameters<typeof toWebhook>[0]) => toWebhook(row, deps.clock());

  http.get('/api/webhooks', async (request, reply) => {
    const { account } = requireMember(request);
    if (account.plan === 'pro') await ensurePerJobWebhook(deps, account.id);
    const rows = await listWebhooks(deps.db, account.id);
    return unstored(reply).send(rows.map(answer));
  });

  http.post('/api/webhooks', async (request, reply) => {
    const member = await requirePro(deps, request);
    assertEmailVerified(member.account);
    return unstored(reply)
      .code(201)
      .send(answer(await createWebhook(deps, member, request.body)));
  });

  http.patch<OfWebhook>('/api/webhooks/:id', async (request, reply) => {
    const { account } = await requirePro(deps, request);
    const row = await changeWebhook(deps, account, request.params.id, request.body);
    return unstored(reply).send(answer(row));
  });

  http.delete<OfWebhook>('/api/webhooks/:id', async (request, reply) => {
    await deleteEndpoint(deps.db, requireMember(request).account.id, request.params.id);
    return reply.code(204).send();
  });
}

function secretRoutes(http: Http, deps: GatewayDeps): void {
  http.get<OfWebhook>('/api/webhooks/:id/secret', async (request, reply) => {
    const { account } = requireMember(request);
    return unstored(reply).send(await readSecret(deps, account.id, request.params.id));
  });

  http.post<OfWebhook>('/api/webhooks/:id/rotate', async (request, reply) => {
    const { account } = await requirePro(deps, request);
    return unstored(reply).send(await rotateSecret(deps, account.id, request.params.id));
  });
}

function deliveryRoutes(http: Http, deps: GatewayDeps): void {
  http.post<OfWebhook>('/api/webhooks/:id/test', async (request, reply) => {
    const { account } = await requirePro(deps, request);
    const row = await sendTest(deps, account.id, request.params.id);
    return unstored(reply).code(202).send(toDelivery(row));
  });

  http.get<OfWebhook & { Querystring: { cursor?: unknown } }>(
    '/api/webhooks/:id/deliveries',
    async (request, reply) => {
      const { account } = requireMember(request);
      const { id } = await findWebhook(deps.db, account.id, request.params.id);
      const rows = await listDeliveries(deps.db, id, readCursor(request.query.cursor));
      const { page, link } = toDeliveryPage(id, rows);
      if (link) reply.header('link', link);
      return unstored(reply).send(page);
    },
  );

  http.get<OfDelivery>('/api/webhooks/:id/deliveries/:deliveryId', async (request, reply) => {
    const { account } = requireMember(request);
    const { id } = await findWebhook(deps.db, account.id, request.params.id);
    const row = await findDelivery(deps.db, id, request.params.deliveryId);
    const attempts = await listAttempts(deps.db, row.id);
    return unstored(reply).send(await toDeliveryDetail(deps, row, attempts));
  });

  http.post<OfDelivery>('/api/webhooks/:id/deliveries/:deliveryId/replay', async (request, reply) => {
    const { account } = await requirePro(deps, request);
    const { id, deliveryId } = request.params;
    return unstored(reply)
      .code(202)
      .send(toDelivery(await replayDelivery(deps, account.id, id, deliveryId)));
  });
}

/**
 * Returns the Pro member who sent the request, and counts the request against the limit on webhook changes.
 * @throws AppError `unauthorized`, `pro_required`, `too_many_attempts`
 */
async function requirePro(deps: GatewayDeps, request: FastifyRequest): Promise<Member> {
  const member = requireMember(request);
  if (member.account.plan !== 'pro') throw new AppError('pro_required');
  await countAttempt(deps, [memberWebhooks(member.owner)]);
  return member;
}

const unstored = (reply: FastifyReply) => reply.header('cache-control', 'no-store');
