import { exitCodes } from './exit-codes.ts';

/** Milliseconds during which a second signal is ignored. On Ctrl-C, both the terminal and `npx` signal this process. */
const sameMs = 1_000;

/** Returns a signal that SIGINT or SIGTERM aborts. A second interrupt after `sameMs` exits the process immediately. */
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
