import { exitCodes } from './exit-codes.ts';

/**
 * Milliseconds during which a second signal is ignored. A single Ctrl-C can cause two signals: one from the terminal
 * and one from `npx`.
 */
const sameMs = 1_000;

/** Returns a signal that is aborted on SIGINT or SIGTERM. A second signal more than `sameMs` later ends the process. */
export function watchInterrupts(): AbortSignal {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const interrupt = () => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > sameMs) process.exit(exitCodes.interrupted);
    controller.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, interrupt);
  return controller.signal;
}
