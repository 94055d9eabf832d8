import { StorageFullError } from './storage/storage.ts';
import { within } from './within.ts';

/** Health checks by dependency name. Each check resolves when the dependency responds. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

/** Outcome of a health check. `read-only`: the storage responds but is full, so data can only be read and deleted. */
export type CheckResult = 'ok' | 'read-only' | 'failed';

export interface Readiness {
  /** False if any check failed. Full storage does not count as a failure, because it would affect all processes. */
  isReady: boolean;
  checks: Record<string, CheckResult>;
}

const checkTimeoutMs = 2_000;

/** Runs all checks in parallel. A check that takes longer than two seconds fails. */
export async function readiness(checks: HealthChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  );
  return { isReady: results.every(([, result]) => result !== 'failed'), checks: Object.fromEntries(results) };
}

async function outcome(check: () => Promise<unknown>): Promise<CheckResult> {
  try {
    await within(check(), checkTimeoutMs, () => new Error(`no response within ${checkTimeoutMs} ms`));
    return 'ok';
  } catch (error) {
    return error instanceof StorageFullError ? 'read-only' : 'failed';
  }
}
