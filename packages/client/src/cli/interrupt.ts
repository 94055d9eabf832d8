import { exitCodes } from './exit-codes.ts';

/** Within this time a second signal is the same: a terminal sends Ctrl-C to `npx` too, which passes it on. */
const sameMs = 1_000;

/** Aborted by Ctrl-C or a polite request to end; when that is said again later, the process ends at once. */
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
