import { exitCodes } from './exit-codes.ts';

/** Milliseconds in which a second signal is ignored: on Ctrl-C, the terminal also signals `npx`, which forwards the signal. */
const sameMs = 1_000;

/** Returns a signal that is aborted by SIGINT or SIGTERM. If one arrives again later, the process exits immediately. */
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
