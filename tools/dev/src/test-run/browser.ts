import { existsSync } from 'node:fs';
import { canInstallPackages, installPackage } from '../debian-package.ts';
import { UserError } from '../user-error.ts';

interface Browser {
  name: string;
  /** Environment variable that can specify the path of the browser. */
  variable: string;
  /** Name of the browser's Debian package. */
  packageName: string;
  /** Path of the browser that the package installs. */
  path: string;
  /** Paths of other browsers to use if the package cannot be installed. */
  otherPaths: string[];
}

const chromium: Browser = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  // Prefer Chromium's headless shell, which renders the same pages in about half the time.
  packageName: 'chromium-headless-shell',
  path: '/usr/bin/chromium-headless-shell',
  otherPaths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};

const firefox: Browser = {
  name: 'Firefox',
  variable: 'FIREFOX_PATH',
  packageName: 'firefox-esr',
  path: '/usr/bin/firefox-esr',
  otherPaths: ['/usr/bin/firefox'],
};

/**
 * Returns the path of Chromium for browser tests.
 * @throws UserError if Chromium is not installed and cannot be installed
 */
export function findChromium(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  return findBrowser(chromium, env, signal);
}

/**
 * Returns the path to Firefox for browser tests.
 * @throws UserError if Firefox is not installed and cannot be installed
 */
export function findFirefox(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  return findBrowser(firefox, env, signal);
}

/**
 * Returns the path of a browser. If its package is missing, installs it; this requires root on a Debian-based system.
 * If the package cannot be installed, returns the path of another installed browser.
 */
async function findBrowser(
  { name, variable, packageName, path, otherPaths }: Browser,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const chosen = env[variable];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new UserError(`${variable} is set to ${chosen}, which does not exist.`);
  }
  if (existsSync(path)) return path;
  const other = otherPaths.find((otherPath) => existsSync(otherPath));
  if (canInstallPackages()) {
    const isInstalled = await installPackage(packageName, { purpose: 'the browser tests', signal }).then(
      () => existsSync(path),
      (error: unknown) => {
        if (other === undefined || signal.aborted) throw error;
        return false;
      },
    );
    if (isInstalled) return path;
  }
  if (other !== undefined) return other;
  throw new UserError(
    `The browser tests require ${name}: install it (apt-get install ${packageName}) or set ${variable}.`,
  );
}
