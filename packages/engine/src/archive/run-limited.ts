import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Limits for one run of a program. The kernel enforces them, even if this process is killed. */
export type Limits = { memoryMegabytes: number; outputBytes: number };

/** A conversion by a program. `input` and `output` are file names in the program's working directory. */
export type Conversion = { program: 'cjxl' | 'djxl'; args: string[]; input: string; output: string };

/** Maximum processor time and maximum duration of a program in seconds. An image of 48 megapixels takes 7 s. */
const maxProcessorSeconds = 60;
const maxSeconds = 180;
const maxMessageBytes = 100_000;

/** Prefix of the names of temporary folders. */
export const folderPrefix = 'gossamer-archive-';

/**
 * Runs a program in a private temporary folder, because cjxl and djxl 0.7 cannot use pipes. Returns the output file and
 * the printed messages, or undefined if the program is not installed, fails or exceeds a limit.
 * @throws Error if the program could not be started or was killed from outside, for example because the machine ran out
 *   of memory; the file may be valid
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

/**
 * Returns the text that a program prints, or undefined if it is not installed, fails or exceeds a limit.
 * @throws Error if the program was killed from outside or could not be started
 */
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
    (cause: ExecFileException) => {
      if (wasInterrupted(cause)) throw new Error(`${program} was killed or could not be started`, { cause });
      return undefined;
    },
  );
}

/**
 * Returns whether a program failed for a reason other than its input or its limits. This is the case if it was killed,
 * but not because of the timeout (`killed`), or if it could not be started, for example because memory ran out.
 */
function wasInterrupted({ code, signal, killed }: ExecFileException): boolean {
  const isUnstartable = typeof code === 'string' && code !== 'ENOENT' && !killed;
  return isUnstartable || (signal === 'SIGKILL' && !killed);
}

/**
 * Returns a command prefix that limits the memory, processor time and file size of a program, and kills the program
 * when this process exits. Uses programs of util-linux. The program inherits the niceness of this process.
 */
function limiting({ memoryMegabytes, outputBytes }: Limits): string[] {
  // At the first processor time, the kernel sends SIGXCPU; at the second, SIGKILL. SIGKILL alone would be mistaken for
  // a kill from outside.
  const processorTime = `--cpu=${maxProcessorSeconds}:${maxProcessorSeconds + 5}`;
  const limits = [`--as=${memoryMegabytes * 1_000_000}`, processorTime, '--core=0'];
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

/**
 * Age in milliseconds above which a temporary folder must be left over from a killed process. No run takes that long.
 */
const leftoverMs = 3_600_000;

/** Removes temporary folders left over from engine processes that were killed. */
export async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > leftoverMs) await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the names of the programs in libjxl-tools that cannot be run. */
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
