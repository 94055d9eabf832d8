import { existsSync } from 'node:fs';
import { say } from '../print.ts';
import { runCommand } from '../processes/run-command.ts';
import { UserError } from '../user-error.ts';

interface Browser {
  name: string;
  /** Environment variable that can specify the path of the browser. */
  variable: string;
  /** Paths of the browser to try, in this order. */
  paths: string[];
  /** Name of the browser's Debian package. */
  packageName: string;
}

const chromium: Browser = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  // Prefer Chromium's headless shell, which renders the same pages in about half the time.
  paths: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ],
  packageName: 'chromium-headless-shell',
};

const firefox: Browser = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  packageName: 'firefox-esr',
};

/**
 * Returns the path of Chromium for browser tests.
 * @throws UserError if Chromium is not installed and cannot be installed
 */
export function findChromium(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  return findBrowser(chromium, env, signal);
}

/**
 * Returns the path of Firefox for browser tests.
 * @throws UserError if Firefox is not installed and cannot be installed
 */
export function findFirefox(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  return findBrowser(firefox, env, signal);
}

/**
 * Returns the path of a browser. If the browser is missing, installs the distribution's package; this requires root on
 * a Debian-based system.
 */
async function findBrowser(
  { name, variable, paths, packageName }: Browser,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const chosen = env[variable];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new UserError(`${variable} is set to ${chosen}, which does not exist.`);
  }
  const find = () => paths.find((path) => existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`${name} is missing: installing the distribution's package (apt-get install ${packageName})`);
    await installPackage(packageName, signal);
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new UserError(
    `The browser tests require ${name}: install it (apt-get install ${packageName}) or set ${variable}.`,
  );
}

async function installPackage(packageName: string, signal: AbortSignal): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (args: string[]) => runCommand({ command: 'apt-get', args, cwd: '/', env, signal });
  await aptGet(['update', '-q']);
  await aptGet(['install', '-y', '-q', packageName]);
}
