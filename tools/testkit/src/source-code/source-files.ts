import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** File path relative to the repository root. */
  path: string;
  text: string;
}

export const root = join(import.meta.dirname, '../../../..');

/** Returns all TypeScript files of the project, including uncommitted files. */
export function sourceFiles(): SourceFile[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'];
  return (
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      // Skip files that were deleted but not committed, because git still lists them.
      .filter((path) => path && existsSync(join(root, path)))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  );
}

export const isTest = (path: string) => /\/(test|e2e)\/|\.test\.tsx?$|vitest\.config\.ts$/.test(path);

/** Returns the package that a file belongs to. The first two folders of the path identify the package. */
export const partOf = (path: string) => path.split('/').slice(0, 2).join('/');
