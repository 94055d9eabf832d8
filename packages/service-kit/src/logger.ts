import { type Logger, pino } from 'pino';
import { traceIds } from './tracing.ts';

export type { Logger };

/**
 * The one logger of a process; everything else is a child of it.
 * Lines are JSON on standard output; what could be a secret is left out.
 */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    mixin: traceIds,
    redact: {
      paths: ['req.headers.authorization', 'req.headers.cookie', 'headers.cookie', 'headers.authorization'],
      remove: true,
    },
  });
}
