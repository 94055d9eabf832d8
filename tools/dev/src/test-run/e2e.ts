import { join } from 'node:path';
import { fromOneAddress } from '../environment.ts';
import { freePort } from '../free-port.ts';
import { workspaceRoot } from '../paths.ts';
import { complain } from '../print.ts';
import { CommandError, runCommand } from '../processes/run-command.ts';
import { startProduct } from '../product.ts';
import { assertTestDatabase } from '../servers/stack.ts';
import { makeThrowawayDir, removeThrowawayDir } from '../servers/throwaway-dir.ts';
import { sellingProduct } from '../services.ts';
import { UserError } from '../user-error.ts';
import { buildWeb } from '../web-build.ts';
import { findChromium, findFirefox } from './browser.ts';
import { findLeakedSecrets } from './leaked-secrets.ts';
import { type Counts, playwrightCounts } from './results.ts';

const webDir = join(workspaceRoot, 'apps/web');

/**
 * Starts the product like `npm start`, but with a temporary data folder and without lowering the priority of the
 * workers, and runs the browser tests against it.
 */
export async function runBrowserTests(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Counts> {
  assertTestDatabase(env);
  const chromium = await findChromium(env, signal);
  const firefox = await findFirefoxOrReason(env, signal);
  const dataDir = await makeThrowawayDir();
  const {
    STORAGE_DIRECTORY,
    MAIL_DIRECTORY,
    SMTP_URL,
    PUBLIC_URL,
    GATEWAY_HOST,
    GATEWAY_WEB_ROOT,
    GATEWAY_DOCS_ROOT,
    ...userEnv
  } = env;
  const port = await freePort();
  try {
    const product = await startProduct({
      ...productUnderTest(),
      dataDir,
      port,
      buildWeb,
      signal,
      // Keep the engine's full effort on slow machines, because the tests check what it finds.
      userEnv: { ...userEnv, ...fromOneAddress, GATEWAY_FAST_FROM_WAIT_MS: '600000' },
    });
    try {
      const counts = await runPlaywright({
        url: product.url,
        chromium,
        firefox: firefox.path,
        mailDir: join(dataDir, 'mail'),
        reportPath: join(dataDir, 'e2e.json'),
        signal,
      });
      if (firefox.reason !== undefined) addFailure(counts, firefox.reason);
      const redis = { url: product.redisUrl, prefix: env.REDIS_PREFIX || 'gossamer' };
      return withLeaks(counts, await findLeakedSecrets({ dataDir, webDist: join(webDir, 'dist'), redis }));
    } finally {
      await product.stop();
    }
  } finally {
    removeThrowawayDir(dataDir);
  }
}

/**
 * Returns the product with the fake Stripe, even if the environment contains real Stripe keys. Workers keep the CPU
 * priority of the browsers. Otherwise, several busy browsers would leave the engine so little CPU time that the page
 * would stop waiting for the result.
 */
function productUnderTest() {
  const product = sellingProduct(1, { kind: 'fakeStripe' });
  const services = product.services.map((service) => ({ ...service, hasLowerPriority: false }));
  return { ...product, services };
}

type FoundFirefox = { path: string; reason?: never } | { path?: never; reason: string };

/**
 * Returns the path to Firefox, or the reason why it is missing. Without Firefox, the Chromium tests still run, but the
 * test step fails.
 */
async function findFirefoxOrReason(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<FoundFirefox> {
  try {
    return { path: await findFirefox(env, signal) };
  } catch (error) {
    if (!(error instanceof UserError || error instanceof CommandError)) throw error;
    complain(error.message);
    return { reason: `firefox.e2e.ts · not run: ${error.message.split('\n')[0]}` };
  }
}

function addFailure(counts: Counts, failure: string): void {
  counts.failed += 1;
  counts.failures = [...(counts.failures ?? []), failure];
}

/** Adds a failed test for each secret that was found in data written during the tests. */
function withLeaks(counts: Counts, leaks: string[]): Counts {
  for (const leak of leaks) complain(`Leaked secret: ${leak}`);
  if (leaks.length === 0) return { ...counts, passed: counts.passed + 1 };
  return { ...counts, failed: counts.failed + 1, failures: [...(counts.failures ?? []), ...leaks] };
}

async function runPlaywright(run: {
  url: string;
  chromium: string;
  firefox: string | undefined;
  mailDir: string;
  reportPath: string;
  signal: AbortSignal;
}): Promise<Counts> {
  const fault = await runCommand({
    command: join(webDir, 'node_modules/.bin/playwright'),
    args: [
      'test',
      '--reporter=list,json',
      ...(run.firefox === undefined ? ['--project=desktop', '--project=phone'] : []),
    ],
    cwd: webDir,
    env: {
      ...process.env,
      GOSSAMER_URL: run.url,
      GOSSAMER_CHROMIUM: run.chromium,
      GOSSAMER_FIREFOX: run.firefox,
      GOSSAMER_MAIL_DIR: run.mailDir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: run.reportPath,
    },
    isShown: true,
    signal: run.signal,
  }).then(
    () => undefined,
    (error: unknown) => error,
  );
  run.signal.throwIfAborted();
  const counts = playwrightCounts(run.reportPath);
  // Count one failure if Playwright fails without reporting a failed test, for example because of an invalid
  // configuration.
  return fault !== undefined && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
