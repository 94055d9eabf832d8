import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '@gossamer/dev/paths';

const exec = promisify(execFile);
const source = join(workspaceRoot, 'packages/local-engine');

/**
 * Builds and packs the package gossamer-engine and installs it in the `node_modules` of a folder as it would be published.
 * Its dependencies are links to the packages of the workspace, because installing them would need the network.
 */
export async function installLocalEngine(folder: string): Promise<void> {
  const packed = await mkdtemp(join(tmpdir(), 'gossamer-packed-'));
  try {
    // Unlike npm, pnpm replaces `catalog:` in the manifest with versions.
    const pnpm = join(workspaceRoot, 'node_modules/.bin/pnpm');
    await exec(pnpm, ['pack', '--pack-destination', packed], { cwd: source });
    const [archive = ''] = await readdir(packed);
    const installed = join(folder, 'node_modules/gossamer-engine');
    await mkdir(installed, { recursive: true });
    await exec('tar', ['-xzf', join(packed, archive), '-C', installed, '--strip-components', '1']);
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(await realpath(join(source, 'node_modules', name)), link);
    }
  } finally {
    await rm(packed, { recursive: true, force: true });
  }
}
