import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** Below the root. */
  path: string;
  text: string;
}

const root = join(import.meta.dirname, '../../../..');

/** All TypeScript of the project, also what is not committed yet. */
export function sourceFiles(): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  return (
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      // A file that was just deleted is still listed.
      .filter((path) => path && existsSync(join(root, path)))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  );
}

export const isTest = (path: string) => /\/(test|e2e)\/|\.test\.tsx?$|vitest\.config\.ts$/.test(path);

/** The package that a file is of: the first two folders of its path. */
export const partOf = (path: string) => path.split('/').slice(0, 2).join('/');
