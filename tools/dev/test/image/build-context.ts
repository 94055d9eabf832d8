import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the files that Docker would send as the build context: tracked and new files that .dockerignore does not
 * exclude.
 */
export function listBuildContext(root: string): string[] {
  const isIgnored = readIgnoreFile(join(root, '.dockerignore'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => path !== '' && !isIgnored(path) && existsSync(join(root, path)));
}

/** Returns a function that returns whether an ignore file excludes a path or one of its parent folders. */
export function readIgnoreFile(path: string): (path: string) => boolean {
  const patterns = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPattern);
  return (tested) => patterns.some((pattern) => pattern.test(tested));
}

/**
 * Converts a line of an ignore file to a regular expression.
 * @throws Error for syntax that the repository does not use
 */
function toPattern(line: string): RegExp {
  if (/[!?[\]\\]/.test(line)) throw new Error(`Unsupported .dockerignore pattern: ${line}`);
  const source = line
    .replace(/^\*\*\//, '\0')
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^/]*')
    .replace('\0', '(?:.*/)?');
  return new RegExp(`^${source}(?:/|$)`);
}
