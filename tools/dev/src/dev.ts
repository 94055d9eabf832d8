import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localUrl } from './environment.ts';
import { freePort } from './free-port.ts';
import { launch } from './launch.ts';
import { rotateLog } from './logs.ts';
import { workspaceRoot } from './paths.ts';
import { choosePayments } from './payments.ts';
import { complain, say } from './print.ts';
import { CommandError, runCommand } from './processes/run-command.ts';
import { startProduct } from './product.ts';
import { sellingProduct } from './services.ts';

const preferredVitePort = 5173;
const viteTimeoutMs = 20_000;

/**
 * Entry point of `npm run dev`: runs Vite's dev server and the backend services, which restart when their files change.
 */
await launch(async ({ stopRequest, workers, ...rest }) => {
  const { signal } = stopRequest;
  const parts = sellingProduct(workers, choosePayments(rest.userEnv));
  const product = await startProduct({ ...rest, ...parts, isWatching: true, signal });
  const vitePort = await freePort(preferredVitePort);
  const vite = runCommand({
    command: join(workspaceRoot, 'apps/web/node_modules/.bin/vite'),
    args: ['--port', String(vitePort), '--strictPort'],
    cwd: join(workspaceRoot, 'apps/web'),
    env: { ...process.env, GOSSAMER_GATEWAY_URL: product.url },
    logPath: rotateLog(join(rest.dataDir, 'logs'), 'vite'),
    signal,
  }).catch((error: unknown) => {
    if (error instanceof CommandError) complain(`Vite exited: ${error.message}; see .gossamer/logs/vite.log`);
  });
  await whenAnswers(localUrl(vitePort), signal);
  say(`  services: ${product.url} (logs in .gossamer/logs)`);
  return {
    ...product,
    url: localUrl(vitePort),
    stop: async () => {
      await vite;
      await product.stop();
    },
  };
});

async function whenAnswers(url: string, signal: AbortSignal): Promise<void> {
  for (const deadline = Date.now() + viteTimeoutMs; Date.now() < deadline && !signal.aborted; ) {
    if (
      await fetch(url, { method: 'HEAD', signal }).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
}
