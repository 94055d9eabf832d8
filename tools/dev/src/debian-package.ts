import { existsSync } from 'node:fs';
import { say } from './print.ts';
import { runCommand } from './processes/run-command.ts';

/** Returns whether this process may install Debian packages: it needs root and apt-get. */
export const canInstallPackages = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a Debian package and says so. @throws UserError if apt-get fails */
export async function installPackage(
  packageName: string,
  { purpose, signal }: { purpose: string; signal?: AbortSignal },
): Promise<void> {
  say(`Installing ${packageName} for ${purpose} (apt-get install ${packageName})`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (args: string[]) => runCommand({ command: 'apt-get', args, cwd: '/', env, signal });
  await aptGet(['update', '-q']);
  await aptGet(['install', '-y', '-q', packageName]);
}
