import { GossamerError } from '../errors.ts';
import { type FailedOutcome, FileFault, toFileFault } from './outcome.ts';
import { shown } from './words.ts';

/**
 * Codes of errors that affect the whole account or the installation. All further files would fail with the same code.
 */
const endingCodes: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'api_key_expired',
  'pro_required',
  'daily_limit_reached',
  'engine_unavailable',
]);

/**
 * Wraps a function so that errors become failures. After an error that affects all files, the others fail without being
 * processed.
 */
export function untilItEnds<File extends { path: string }, Result>(
  act: (source: File) => Promise<Result>,
): (source: File) => Promise<Result | FailedOutcome> {
  let ending: { code: string; message: string } | undefined;
  return async (source) => {
    const path = shown(source.path);
    if (ending) return { status: 'failed', path, ...ending };
    try {
      return await act(source);
    } catch (error) {
      const fault = toFileFault(error);
      if (!(fault instanceof FileFault || fault instanceof GossamerError)) throw error;
      const { code, message } = fault;
      if (endingCodes.has(code)) ending = { code, message };
      return { status: 'failed', path, code, message };
    }
  };
}

/** Processes items in order with limited concurrency. Ignores errors that occur after the signal was aborted. */
export async function eachOf<T>(
  items: readonly T[],
  concurrency: number,
  signal: AbortSignal,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      if (signal.aborted) return;
      await act(item).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
}
