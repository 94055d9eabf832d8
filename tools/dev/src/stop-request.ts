/** A request to stop this process. Only the first request has an effect. */
export interface StopRequest {
  signal: AbortSignal;
  whenRequested: Promise<string>;
}

const parentCheckMs = 1000;

/**
 * Listens for termination signals and for the exit of the parent npm process. The parent is polled, because npm does
 * not forward SIGHUP and may be killed with SIGKILL.
 */
export function listenForStop(): StopRequest {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const request = (reason: string) => {
    resolve(reason);
    controller.abort(new Error(`stopped by ${reason}`));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  if (process.env.npm_lifecycle_event !== undefined) {
    // Use the parent process id from run.sh, because npm may have exited while packages were being installed.
    const parentPid = Number(process.env.GOSSAMER_PARENT_PID ?? process.ppid);
    setInterval(() => {
      if (process.ppid !== parentPid) request('the end of npm');
    }, parentCheckMs).unref();
  }
  return { signal: controller.signal, whenRequested: promise };
}
