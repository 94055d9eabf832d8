import { join } from 'node:path';
import { fromOneAddress } from '../environment.ts';
import { freePort } from '../free-port.ts';
import { workspaceRoot } from '../paths.ts';
import { complain } from '../print.ts';
import { runCommand } from '../processes/run-command.ts';
import { startProduct } from '../product.ts';
import { assertTestDatabase } from '../servers/stack.ts';
import { makeThrowawayDir, removeThrowawayDir } from '../servers/throwaway-dir.ts';
import { sellingProduct } from '../services.ts';
import { buildWeb } from '../web-build.ts';
import { findBrowser } from './browser.ts';
import { findLeakedSecrets } from './leaked-secrets.ts';
import { type Counts, playwrightCounts } from './results.ts';

const webDir = join(workspaceRoot, 'apps/web');

/** Starts the product as `npm start` does, on data of its own, and runs the browser tests against it. */
export async function runBrowserTests(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<Counts> {
  assertTestDatabase(env);
  const browser = await findBrowser(env, signal);
  const dataDir = await makeThrowawayDir();
  const {
    STORAGE_DIRECTORY,
    MAIL_DIRECTORY,
    SMTP_URL,
    PUBLIC_URL,
    GATEWAY_HOST,
    GATEWAY_WEB_ROOT,
    ...userEnv
  } = env;
  const port = await freePort();
  try {
    const product = await startProduct({
      // Never with real keys, whatever the environment holds.
      ...sellingProduct(1, { kind: 'standIn' }),
      ...{ dataDir, port, buildWeb, signal },
      userEnv: { ...userEnv, ...fromOneAddress },
    });
    try {
      const counts = await runPlaywright({
        url: product.url,
        browser,
        mailDir: join(dataDir, 'mail'),
        reportPath: join(dataDir, 'e2e.json'),
        signal,
      });
      const redis = { url: product.redisUrl, prefix: env.REDIS_PREFIX || 'gossamer' };
      return withLeaks(counts, await findLeakedSecrets({ dataDir, webDist: join(webDir, 'dist'), redis }));
    } finally {
      await product.stop();
    }
  } finally {
    removeThrowawayDir(dataDir);
  }
}

/** All that the tests did left its traces: none of them may show a secret. */
function withLeaks({ passed, failed, failures = [] }: Counts, leaks: string[]): Counts {
  for (const leak of leaks) complain(`A secret is where none may be: ${leak}`);
  if (leaks.length === 0) return { passed: passed + 1, failed, failures };
  return { passed, failed: failed + 1, failures: [...failures, ...leaks] };
}

async function runPlaywright(run: {
  url: string;
  browser: string;
  mailDir: string;
  reportPath: string;
  signal: AbortSignal;
}): Promise<Counts> {
  const fault = await runCommand({
    command: join(webDir, 'node_modules/.bin/playwright'),
    args: ['test', '--reporter=list,json'],
    cwd: webDir,
    env: {
      ...process.env,
      GOSSAMER_URL: run.url,
      GOSSAMER_CHROMIUM: run.browser,
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
  // It can fail without a failed test: no test found, a broken configuration.
  return fault !== undefined && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
