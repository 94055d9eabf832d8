import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Starts a fresh log for a process, keeping the previous one beside it as `.1`. */
export function rotateLog(logsDir: string, name: string): string {
  mkdirSync(logsDir, { recursive: true });
  const path = join(logsDir, `${name}.log`);
  if (existsSync(path)) renameSync(path, `${path}.1`);
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

/** The last lines of a log, for showing after a failure. */
export function logTail(path: string, lineCount = 20): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lineCount).join('\n');
  } catch {
    return '(no log)';
  }
}
