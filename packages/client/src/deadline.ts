import { GossamerTimeoutError } from './errors.ts';

/** The time limit of a call, including all retries and pauses. */
export interface Deadline {
  timeoutMs: number;
  /** Aborted at the deadline or by the caller's signal. */
  signal: AbortSignal;
  leftMs(): number;
  /** Stops the timeout timer. The caller's signal still applies. */
  stopClock(): void;
  release(): void;
}

const longestTimerMs = 2 ** 31 - 1;

/** Starts the time limit. @throws RangeError if it is invalid */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  assertTimeout(timeoutMs);
  caller?.throwIfAborted();
  const endsAt = performance.now() + timeoutMs;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new GossamerTimeoutError(timeoutMs)), timeoutMs);
  const follow = () => controller.abort(caller?.reason);
  caller?.addEventListener('abort', follow, { once: true });
  const stopClock = () => clearTimeout(timer);
  return {
    timeoutMs,
    signal: controller.signal,
    leftMs: () => Math.max(0, endsAt - performance.now()),
    stopClock,
    release: () => {
      stopClock();
      caller?.removeEventListener('abort', follow);
    },
  };
}

/** Validates a timeout in milliseconds. @throws RangeError if it is not positive or too large for a timer */
export function assertTimeout(timeoutMs: number): void {
  if (timeoutMs > 0 && timeoutMs <= longestTimerMs) return;
  throw new RangeError(`timeoutMs must be between 1 and ${longestTimerMs}.`);
}

/** Waits for a number of milliseconds. Rejects with the signal's reason if the signal is aborted. */
export function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, forMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
