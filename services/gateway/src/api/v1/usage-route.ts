import { apiLimits } from '@gossamer/contracts/api';
import type { ApiUsage } from '@gossamer/contracts/api-usage';
import type { Http } from '@gossamer/service-kit/http/create-http';
import type { GatewayDeps } from '../../deps.ts';
import { requireMember } from '../../http/identity/identity.ts';
import { usedOf } from '../../limits/counters.ts';
import { monthCounter } from '../../limits/month-counter.ts';
import { monthOf, windowEnd, windowStart } from '../../limits/windows.ts';
import type { AnswerExamples } from '../document/examples.ts';
import { routeOf } from '../document/operation.ts';
import { getUsage } from './compression-operations.ts';

/** Registers `GET /usage`, which returns usage and limits. The request counts only toward the rate limit. */
export function usageRoute(http: Http, deps: GatewayDeps, examples: AnswerExamples): void {
  const { db, config, clock } = deps;
  http.get('/usage', routeOf(getUsage(examples)), async (request, reply) => {
    const { owner } = requireMember(request);
    const now = clock();
    const today = windowStart(now);
    const { pro } = config.plans;
    const [month, day] = await Promise.all([
      usedOf(db, monthCounter(owner, now)),
      usedOf(db, { subject: owner, kind: 'compressions', windowStartsAt: today }),
    ]);
    const { startsAt, endsAt } = monthOf(now);
    const body: ApiUsage = {
      plan: 'pro',
      month: { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), compressions: month },
      day: { compressions: day, limit: pro.dailyCompressions, resetsAt: windowEnd(today).toISOString() },
      limits: {
        maxFileBytes: pro.maxFileBytes,
        maxPixels: pro.maxPixels,
        maxBatchItems: apiLimits.maxBatchItems,
        requestsPerMinute: config.api.requestsPerMinute,
        maxWaitSeconds: apiLimits.maxWaitSeconds,
      },
      retention: {
        originalSeconds: Math.round(config.api.originalRetentionMs / 1_000),
        resultSeconds: Math.round(pro.resultRetentionMs / 1_000),
      },
    };
    return reply.header('cache-control', 'no-store').send(body);
  });
}
