/** Reports when this process is asked to stop. Further requests are ignored. */
export interface StopRequest {
  signal: AbortSignal;
  whenRequested: Promise<string>;
}

const parentCheckMs = 1000;

/**
 * Listens for signals and for the end of the parent npm process. npm forwards neither SIGHUP nor its own SIGKILL, so
 * its process id is polled.
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
    // The parent as seen by run.sh: npm may have ended while packages were being installed.
    const parentPid = Number(process.env.GOSSAMER_PARENT_PID ?? process.ppid);
    setInterval(() => {
      if (process.ppid !== parentPid) request('the end of npm');
    }, parentCheckMs).unref();
  }
  return { signal: controller.signal, whenRequested: promise };
}
