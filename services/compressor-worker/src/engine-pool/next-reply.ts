import type { ChildProcess } from 'node:child_process';
import { EngineCrashedError, InvalidImageError, StorageUnavailableError } from './errors.ts';
import { type ChildReply, childReply } from './messages.ts';
import { limitProcessorTime, limitTime } from './time-limits.ts';

type Wait = 'start' | 'engine' | 'store';
type WaitLimits = {
  kind: Wait;
  ms: number;
  /** Limit of the processor time while the engine works. If it is set, `ms` applies to the other phases only. */
  processorMs?: number | undefined;
};

/** Functions that create the timeout error for each phase. */
const tooLate = {
  start: () => new EngineCrashedError('engine process did not start in time'),
  engine: () => new InvalidImageError('processing_timeout'),
  store: () => new StorageUnavailableError('storage timed out'),
} satisfies Record<Wait, () => Error>;

/**
 * Returns the next reply from the child process. A message of type `at` reports the start of another phase and restarts
 * the time limits.
 * @throws InvalidImageError if the engine times out, StorageUnavailableError if storage access times out,
 *   EngineCrashedError if the child does not start in time, fails or exits
 */
export function nextReply(child: ChildProcess, wait: WaitLimits): Promise<ChildReply> {
  return new Promise((resolve, reject) => {
    let { kind } = wait;
    let cancelLimit = () => {};
    const settle = (end: () => void) => {
      cancelLimit();
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      end();
    };
    const onMessage = (message: unknown) => {
      const reply = childReply.safeParse(message);
      if (!reply.success) {
        const broken = new EngineCrashedError('engine process sent an invalid reply', { cause: reply.error });
        return settle(() => reject(broken));
      }
      const { data } = reply;
      if (data.type !== 'at') return settle(() => resolve(data));
      kind = data.part;
      startLimit();
    };
    const onExit = (code: number | null, signal: string | null) =>
      settle(() => reject(new EngineCrashedError(`engine process exited (${signal ?? code})`)));
    const onError = (cause: Error) =>
      settle(() => reject(new EngineCrashedError('engine process failed', { cause })));
    const startLimit = () => {
      cancelLimit();
      const stop = () => settle(() => reject(tooLate[kind]()));
      const { ms, processorMs } = wait;
      const isLimited = kind === 'engine' && processorMs !== undefined;
      cancelLimit = isLimited ? limitProcessorTime(child.pid ?? 0, processorMs, stop) : limitTime(ms, stop);
    };
    startLimit();
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
  });
}
