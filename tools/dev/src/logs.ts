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

/** Number of log files to keep per process, including the current one. */
const keptFiles = 5;
const maxFileBytes = 10 * 1024 * 1024;
const checkMs = 5_000;

/** Starts a new log file for a process and renames the previous ones to `.1` (newest) to `.4`. */
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

/** Periodically rotates the log files in a folder that are too large. */
export function rotateBySize(logsDir: string, report: (line: string) => void): LogRotation {
  const timer = setInterval(() => rotateLargeLogs(logsDir, maxFileBytes, report), checkMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Rotates the log files in a folder that exceed `maxBytes`. A failed rotation is retried at the next interval. */
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
 * Copies a log file and then truncates it, because processes such as Postgres and Redis keep the file open and append
 * to it. Lines written between copying and truncating are lost.
 */
function copyAndTruncate(path: string): void {
  shiftOlder(path);
  const copy = `${path}.1`;
  try {
    copyFileSync(path, copy);
  } catch (error) {
    // Delete the partial copy, which would only waste space on a full disk.
    rmSync(copy, { force: true });
    throw error;
  }
  truncateSync(path);
}

/** Renames the rotated log files to free the name `.1`. Overwrites the oldest file. */
function shiftOlder(path: string): void {
  if (!existsSync(`${path}.1`)) return;
  for (let number = keptFiles - 2; number >= 1; number -= 1) {
    if (existsSync(`${path}.${number}`)) renameSync(`${path}.${number}`, `${path}.${number + 1}`);
  }
}

/** Returns the last lines of a log file, for error messages. */
export function logTail(path: string, lineCount = 20): string {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lineCount).join('\n');
  } catch {
    return '(no log)';
  }
}
