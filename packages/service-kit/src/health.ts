import { within } from './within.ts';

/** Each check resolves when what it stands for answers. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

export interface Readiness {
  isReady: boolean;
  checks: Record<string, 'ok' | 'failed'>;
}

const checkTimeoutMs = 2_000;

/** Runs all checks at once; one that takes longer than two seconds has failed. */
export async function readiness(checks: HealthChecks): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  );
  return { isReady: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
}

async function outcome(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await within(check(), checkTimeoutMs, () => new Error(`no answer within ${checkTimeoutMs} ms`));
    return 'ok';
  } catch {
    return 'failed';
  }
}
