import { spawnSync } from 'node:child_process';
import { canInstallPackages, installPackage } from '@gossamer/dev/debian-package';

/** Programs that run the recipes in the documentation, and their Debian packages. */
const interpreters = { curl: 'curl', python3: 'python3', php: 'php-cli' };

/**
 * Global setup for Vitest projects that run the recipes. Installs missing interpreters.
 * @throws Error if one is missing and cannot be installed
 */
export async function setup(): Promise<void> {
  for (const [command, packageName] of Object.entries(interpreters)) {
    if (isInstalled(command)) continue;
    if (!canInstallPackages()) {
      throw new Error(`The recipes require ${command}: install it (apt-get install ${packageName}).`);
    }
    await installPackage(packageName, { purpose: 'the recipes in the documentation' });
  }
}

const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;
