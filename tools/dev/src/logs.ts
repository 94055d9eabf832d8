import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

/** What the logs of one process may take: so many files, the current one included. */
const keptFiles = 5;
const maxFileBytes = 10 * 1024 * 1024;
const checkMs = 5_000;

/** Starts a fresh log for a process, keeping the previous ones beside it as `.1` (the newest) to `.4`. */
export function rotateLog(logsDir: string, name: string): string {
  mkdirSync(logsDir, { recursive: true });
  const path = join(logsDir, `${name}.log`);
  if (existsSync(path)) {
    shiftOlder(path);
    renameSync(path, `${path}.1`);
  }
  closeSync(openSync(path, 'a', 0o600));
  return path;
}

export interface LogRotation {
  stop(): void;
}

/** Rotates each log of a folder that has become too large, now and then. */
export function rotateBySize(logsDir: string, report: (line: string) => void): LogRotation {
  const timer = setInterval(() => rotateLargeLogs(logsDir, maxFileBytes, report), checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Rotates each log of a folder that is larger than allowed. What fails is tried again at the next check. */
export function rotateLargeLogs(logsDir: string, maxBytes: number, report: (line: string) => void): void {
  for (const file of readdirSync(logsDir).filter((name) => name.endsWith('.log'))) {
    const path = join(logsDir, file);
    try {
      if (statSync(path).size > maxBytes) copyAndTruncate(path);
    } catch (error) {
      report(`could not rotate ${file}: ${(error as Error).message}`);
    }
  }
}

/**
 * The processes hold their logs open, Postgres and Redis among them: so the content is copied, and the file truncated.
 * They append, and go on at its new end. A line that is written in between is lost.
 */
function copyAndTruncate(path: string): void {
  shiftOlder(path);
  const copy = `${path}.1`;
  try {
    copyFileSync(path, copy);
  } catch (error) {
    // A full disk: half a copy only takes space.
    rmSync(copy, { force: true });
    throw error;
  }
  truncateSync(path);
}

/** Makes room for a new `.1`; what is older than the last one kept goes. */
function shiftOlder(path: string): void {
  if (!existsSync(`${path}.1`)) return;
  for (let number = keptFiles - 2; number >= 1; number -= 1) {
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
}

/** The last lines of a log, for showing after a failure. */
export function logTail(path: string, lineCount = 20): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lineCount).join('\n');
  } catch {
    return '(no log)';
  }
}
