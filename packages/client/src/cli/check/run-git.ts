import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Maximum length of the output in bytes, which is enough for a million paths. */
const maxBuffer = 100_000_000;

/** Thrown if git is not installed or exits with an error. The message is that of git. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

export interface GitOptions {
  /** Environment variables in addition to those of this process. */
  env?: Record<string, string>;
  /** Standard input. */
  input?: string;
}

/** Runs git without a shell and returns its standard output. @throws GitError */
export async function runGit(
  args: readonly string[],
  cwd: string,
  { env, input = '' }: GitOptions = {},
): Promise<string> {
  try {
    const running = run('git', args, { cwd, maxBuffer, env: { ...process.env, ...env } });
    // Git can exit before it has read everything. Its exit code says why.
    running.child.stdin?.on('error', () => undefined).end(input);
    const { stdout } = await running;
    return stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new GitError('git is not installed.');
    throw new GitError(stderr.trim() || `git ${args[0]} failed (${code}).`);
  }
}

/** Returns the entries of an output that ends each of them with a NUL character. */
export const entriesOf = (output: string): string[] => output.split('\0').filter((entry) => entry !== '');
