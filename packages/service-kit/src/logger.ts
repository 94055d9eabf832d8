import { type Logger, pino } from 'pino';
import { traceIds } from './tracing.ts';

export type { Logger };

/** Maximum number of bytes of unwritten log lines to buffer. Further lines are dropped. */
const maxUnwrittenBytes = 1_048_576;

/**
 * Creates the root logger of the process; all other loggers are its children. Writes JSON lines to standard output and
 * redacts possible secrets. If the disk is full, log lines are lost, but the process is not blocked.
 */
export function createLogger(service: string, level: string): Logger {
  const options = {
    level,
    base: { service },
    mixin: traceIds,
    redact: {
      paths: [
        ...['req.headers.authorization', 'req.headers.cookie', 'headers.cookie', 'headers.authorization'],
        // @fastify/multipart logs these headers at level "trace".
        'busboyOptions.headers',
      ],
      remove: true,
    },
  };
  return pino(options, standardOutput());
}

function standardOutput() {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
  // Ignore write errors. Unwritten lines are written together with the next line.
  output.on('error', () => {});
  // Disable the flush after a fatal log line. All lines are written synchronously, and sonic-boom would retry forever
  // on a full disk.
  output.flushSync = () => {};
  return output;
}
