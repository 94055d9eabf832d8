import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Limits of one run. They are passed to the kernel, so that they also apply if this process is killed. */
export type Limits = { memoryMegabytes: number; outputBytes: number };

/** A program that converts the file `input` of its working directory to the file `output`. */
export type Conversion = { program: 'cjxl' | 'djxl'; args: string[]; input: string; output: string };

/** Processor time and duration, in seconds, after which a program is killed. An image of 48 megapixels takes 7 s. */
const maxProcessorSeconds = 60;
const maxSeconds = 180;
const maxMessageBytes = 100_000;

/** Prefix of the temporary folders. */
export const folderPrefix = 'gossamer-archive-';

/**
 * Runs a program in a private temporary folder, because cjxl and djxl 0.7 cannot use pipes. Returns its output and its
 * messages, or undefined if it cannot be started, fails or exceeds a limit.
 */
export async function convert(
  { program, args, input, output }: Conversion,
  file: Uint8Array,
  limits: Limits,
): Promise<{ data: Buffer; messages: string } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  try {
    await writeFile(join(folder, input), file);
    const messages = await runLimited(program, [input, output, ...args], folder, limits);
    if (messages === undefined) return undefined;
    return { data: await readFile(join(folder, output)), messages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns what the program prints, or undefined if it fails. */
async function runLimited(
  program: string,
  args: string[],
  cwd: string,
  limits: Limits,
): Promise<string | undefined> {
  const [first = program, ...rest] = [...((await canLimit()) ? limiting(limits) : []), program, ...args];
  const options = { cwd, maxBuffer: maxMessageBytes, timeout: maxSeconds * 1_000 };
  return run(first, rest, { ...options, killSignal: 'SIGKILL' }).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => undefined,
  );
}

/**
 * Programs of util-linux that run a program with limits on memory, processor time and file size, and kill it if this
 * process ends. The niceness is inherited.
 */
function limiting({ memoryMegabytes, outputBytes }: Limits): string[] {
  const limits = [`--as=${memoryMegabytes * 1_000_000}`, `--cpu=${maxProcessorSeconds}`, '--core=0'];
  return ['prlimit', ...limits, `--fsize=${outputBytes}`, 'setpriv', '--pdeathsig', 'KILL'];
}

let limitable: Promise<boolean> | undefined;

/** Returns whether prlimit and setpriv are installed. They are part of every Linux distribution. */
function canLimit(): Promise<boolean> {
  limitable ??= run('prlimit', ['--core=0', 'setpriv', '--pdeathsig', 'KILL', 'true']).then(
    () => true,
    () => false,
  );
  return limitable;
}

/** Age in milliseconds above which a temporary folder belongs to a killed process. No run takes that long. */
const leftoverMs = 3_600_000;

/** Removes temporary folders of engine processes that were killed. */
export async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the programs of libjxl-tools that cannot be run. */
export async function missingPrograms(): Promise<string[]> {
  const missing = await Promise.all(
    ['cjxl', 'djxl'].map((program) =>
      run(program, ['--version'], { timeout: 10_000 }).then(
        () => [],
        () => [program],
      ),
    ),
  );
  return missing.flat();
}
