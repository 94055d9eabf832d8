import { StorageFullError } from './storage/storage.ts';
import { within } from './within.ts';

/** Each check resolves when what it stands for answers. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

/** `read-only`: it answers and has no space left. What is there can be read and deleted. */
export type CheckResult = 'ok' | 'read-only' | 'failed';

export interface Readiness {
  /** False while anything has failed. Everybody shares the store, so a full one takes no process out of service. */
  isReady: boolean;
  checks: Record<string, CheckResult>;
}

const checkTimeoutMs = 2_000;

/** Runs all checks at once; one that takes longer than two seconds has failed. */
export async function readiness(checks: HealthChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  );
  return { isReady: results.every(([, result]) => result !== 'failed'), checks: Object.fromEntries(results) };
}

async function outcome(check: () => Promise<unknown>): Promise<CheckResult> {
  try {
    await within(check(), checkTimeoutMs, () => new Error(`no answer within ${checkTimeoutMs} ms`));
    return 'ok';
  } catch (error) {
    return error instanceof StorageFullError ? 'read-only' : 'failed';
  }
}
