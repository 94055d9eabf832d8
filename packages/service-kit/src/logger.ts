import { type Logger, pino } from 'pino';
import { traceIds } from './tracing.ts';

export type { Logger };

/** What is kept of lines that could not be written yet, at most; further ones are lost. */
const maxUnwrittenBytes = 1_048_576;

/**
 * The one logger of a process; everything else is a child of it.
 * Lines are JSON on standard output; what could be a secret is left out. A full disk loses lines and stops nothing.
 */
export function createLogger(service: string, level: string): Logger {
  const options = {
    level,
    base: { service },
    mixin: traceIds,
    redact: {
      paths: [
        ...['req.headers.authorization', 'req.headers.cookie', 'headers.cookie', 'headers.authorization'],
        // @fastify/multipart logs them at the level "trace".
        'busboyOptions.headers',
      ],
      remove: true,
    },
  };
  return pino(options, standardOutput());
}

function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
  // The unwritten line is tried again with the next one.
  output.on('error', () => {});
  // Pino calls it after a fatal line. Every line is written at once; on a full disk sonic-boom would try for ever.
  output.flushSync = () => {};
  return output;
}
