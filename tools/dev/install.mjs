// Installs the packages of the lockfile unless they are already installed. Written in plain JavaScript, because it runs
// on the machine's own Node (20 or newer) before Node 24 is installed. The working directory must be the workspace
// root.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';

const pnpmVersion = '12.21.0';
const marker = 'node_modules/.gossamer-installed';
const logDir = '.gossamer/logs';
const logPath = `${logDir}/install.log`;
const parentCheckMs = 500;

/** Returns a fingerprint of the files that determine the installed packages. */
function packagesId() {
  const folders = ['apps', 'services', 'packages', 'tools'].filter(existsSync);
  const manifests = folders.flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}/package.json`),
  );
  const hash = createHash('sha256').update(`${pnpmVersion} ${process.platform} ${process.arch}`);
  for (const path of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...manifests.sort()]) {
    if (existsSync(path)) hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

function isInstalled() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === packagesId();
}

/**
 * Runs pnpm in its own process group. Terminates the group when this process is asked to stop or when its parent exits.
 */
async function install() {
  mkdirSync(logDir, { recursive: true, mode: 0o700 });
  const log = openSync(logPath, 'w', 0o600);
  const child = spawn('npx', ['-y', `pnpm@${pnpmVersion}`, 'install', '--frozen-lockfile'], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, CI: 'true' },
  });
  closeSync(log);
  const stop = () => {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {}
    process.stdout.write('stopped\n');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), parentCheckMs).unref();
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : `${signal ?? `exit code ${code}`}`));
  });
}

if (!isInstalled()) {
  const startedAt = Date.now();
  process.stdout.write('  packages (half a minute the first time) … ');
  const fault = await install();
  if (fault !== undefined) {
    process.stdout.write('failed\n');
    process.stderr.write(
      `${readFileSync(logPath, 'utf8')}\nThe packages could not be installed (${fault}).\n`,
    );
    process.stderr.write(`The output of pnpm is above and in ${logPath}.\n`);
    process.exit(1);
  }
  writeFileSync(marker, packagesId());
  process.stdout.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`);
}
