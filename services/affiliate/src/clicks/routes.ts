import { affiliateCode } from '@gossamer/contracts/affiliate';
import type { Http } from '@gossamer/service-kit/http/create-http';
import { z } from 'zod';
import type { AffiliateDeps } from '../deps.ts';
import { countClick } from './count-click.ts';

const clickBody = z.object({
  code: affiliateCode,
  visitorKey: z.string().min(1).max(100),
  networkKey: z.string().min(1).max(100).optional(),
  userAgent: z.string().transform((text) => text.slice(0, 1_000)),
});

/** Registers the route that the gateway calls to report clicks on referral links. */
export function clickRoutes(http: Http, deps: AffiliateDeps): void {
  http.post('/clicks', async (request, reply) =>
    reply.send({ isPartner: await countClick(deps, clickBody.parse(request.body)) }),
  );
}
