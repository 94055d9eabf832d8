/** Tells when this process is asked to end, and stays calm when it is asked again. */
export interface StopRequest {
  signal: AbortSignal;
  whenRequested: Promise<string>;
}

const parentCheckMs = 1000;

/**
 * A signal, or the end of the npm that started us: npm passes neither SIGHUP nor its own SIGKILL on, so its number
 * is watched.
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
    // As run.sh saw it: npm may have ended while the packages were being installed.
    const parentPid = Number(process.env.GOSSAMER_PARENT_PID ?? process.ppid);
    setInterval(() => {
      if (process.ppid !== parentPid) request('the end of npm');
    }, parentCheckMs).unref();
  }
  return { signal: controller.signal, whenRequested: promise };
}
