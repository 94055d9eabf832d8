import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchedServersDir } from '@gossamer/dev/paths';
import { canFetchPackages, fetchPackage, libraryPathOf } from '@gossamer/dev/servers/package-fetch';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import { readFile } from '@gossamer/engine/sample';
import sharp from 'sharp';

const run = promisify(execFile);

/** libjxl's program for the metric, and the Debian package that contains it. */
const program = 'butteraugli_main';
const packageName = 'libjxl-devtools';
const fetchedDir = join(fetchedServersDir, 'butteraugli');

let finding: Promise<NodeJS.ProcessEnv | undefined> | undefined;

/**
 * Returns the Butteraugli distance (3-norm) of an encoded file from its original: 0 is identical, 1 is hardly visible.
 * Returns undefined if the metric is not available. It complements SSIMULACRA2, for which the engine optimizes.
 * Transparent areas are shown on white.
 */
export async function butteraugliOf(original: Uint8Array, file: Uint8Array): Promise<number | undefined> {
  finding ??= findProgram();
  const env = await finding;
  if (!env) return undefined;
  const folder = await makeThrowawayDir();
  try {
    const [one, other] = [join(folder, 'original.png'), join(folder, 'result.png')];
    await Promise.all([writePng(original, one), writePng(file, other)]);
    const { stdout } = await run(program, [one, other], { env });
    const norm = /3-norm: ([\d.]+)/.exec(stdout)?.[1];
    if (norm === undefined) throw new Error(`${program} printed no 3-norm: ${stdout}`);
    return Number(norm);
  } finally {
    removeThrowawayDir(folder);
  }
}

async function writePng(file: Uint8Array, path: string): Promise<void> {
  const { data, widthPx: width, heightPx: height, channels } = await readFile(file);
  const raw = { width, height, channels };
  await sharp(data, { raw }).flatten({ background: 'white' }).png({ compressionLevel: 1 }).toFile(path);
}

/** Returns whether the metric is installed, or was fetched before. Does not fetch it. */
export function isButteraugliInstalled(): boolean {
  const env = knownEnvironment();
  finding ??= Promise.resolve(env);
  return env !== undefined;
}

/** Returns an environment in which the program runs. Downloads the package if the program is not installed. */
async function findProgram(): Promise<NodeJS.ProcessEnv | undefined> {
  const known = knownEnvironment();
  if (known || existsSync(fetchedDir) || !canFetchPackages()) return known;
  await fetchPackage([packageName], fetchedDir).catch(() => undefined);
  return knownEnvironment();
}

/** Returns an environment in which the program runs: installed, or fetched before. */
function knownEnvironment(): NodeJS.ProcessEnv | undefined {
  if (runsIn(process.env)) return process.env;
  const env = {
    ...process.env,
    PATH: `${join(fetchedDir, 'usr/bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: existsSync(fetchedDir) ? libraryPathOf(fetchedDir) : '',
  };
  return runsIn(env) ? env : undefined;
}

const runsIn = (env: NodeJS.ProcessEnv): boolean =>
  spawnSync(program, ['--help'], { env }).error === undefined;
