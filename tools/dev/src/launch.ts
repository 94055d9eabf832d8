import { localUrl, readUserEnv } from './environment.ts';
import { acquireLock } from './lock.ts';
import { parseStartOptions, type StartOptions, startUsage } from './options.ts';
import { keptDataDir } from './paths.ts';
import { complain, say } from './print.ts';
import { checkPort, type Product } from './product.ts';
import { listenForStop, type StopRequest } from './stop-request.ts';
import { UserError } from './user-error.ts';

export interface LaunchContext extends StartOptions {
  dataDir: string;
  userEnv: NodeJS.ProcessEnv;
  stopRequest: StopRequest;
}

/**
 * Milliseconds before the launcher exits even if a process has not stopped. The next launcher terminates that process.
 */
const stopLimitMs = 9800;

/**
 * Shared implementation of `npm start` and `npm run dev`: parses the options, acquires the lock, checks the port and
 * runs the product until it is asked to stop. Never returns.
 */
export async function launch(
  start: (context: LaunchContext) => Promise<Product>,
  dataDir = keptDataDir,
): Promise<never> {
  const stopRequest = listenForStop();
  let release = () => {};
  try {
    const userEnv = readUserEnv();
    const options = parseStartOptions(process.argv.slice(2), userEnv);
    if (options === undefined) {
      say(startUsage);
      process.exit(0);
    }
    release = acquireLock(dataDir, localUrl(options.port));
    await checkPort(options.port, userEnv.GATEWAY_HOST);
    limitStop(stopRequest);
    const product = await start({ ...options, dataDir, userEnv, stopRequest });
    say(product.url);
    const reason = await stopRequest.whenRequested;
    complain(`stopping (${reason})`);
    await product.stop();
  } catch (error) {
    release();
    if (!stopRequest.signal.aborted) process.exit(fail(error));
  }
  release();
  complain('stopped');
  process.exit(0);
}

function limitStop(stopRequest: StopRequest): void {
  void stopRequest.whenRequested.then(() => {
    setTimeout(() => {
      complain('stopped, but some processes did not exit in time; the next start cleans up');
      process.exit(1);
    }, stopLimitMs).unref();
  });
}

/** Prints the reason why the start failed and returns the exit code. */
function fail(error: unknown): number {
  if (error instanceof UserError) {
    complain(error.message);
    return error.exitCode;
  }
  complain(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
