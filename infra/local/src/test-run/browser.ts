import { existsSync } from 'node:fs';
import { say } from '../print.ts';
import { runCommand } from '../processes/run-command.ts';
import { UserError } from '../user-error.ts';

/** The first is Chromium without a window system: the same pages in about half the time. */
const knownPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The Chromium for browser tests; installs Debian's where we may. @throws UserError where there is none */
export async function findBrowser(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new UserError(`CHROMIUM_PATH names ${env.CHROMIUM_PATH}, which does not exist.`);
  }
  const found = knownPaths.find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await installChromium(signal);
    const installed = knownPaths.find((path) => existsSync(path));
    if (installed !== undefined) return installed;
  }
  throw new UserError(
    'The browser tests need Chromium: install it (apt-get install chromium-headless-shell) or set CHROMIUM_PATH to one.',
  );
}

async function installChromium(signal: AbortSignal): Promise<void> {
  say("Chromium is missing: installing the distribution's package (apt-get install chromium-headless-shell)");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (args: string[]) => runCommand({ command: 'apt-get', args, cwd: '/', env, signal });
  await aptGet(['update', '-q']);
  await aptGet(['install', '-y', '-q', 'chromium-headless-shell']);
}
