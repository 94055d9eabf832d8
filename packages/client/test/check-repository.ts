import { execFileSync } from 'node:child_process';

/** Runs git in a folder and returns its output without the final line break. */
export function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trimEnd();
}

/** Turns a folder into a git repository whose branch `main` contains its files. */
export function commitAll(folder: string, message = 'start'): void {
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', `--message=${message}`);
}
