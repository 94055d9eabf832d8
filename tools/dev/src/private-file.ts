import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file atomically. Only the owner of the file can read it. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** Returns the parsed content of a JSON file, or undefined if the file is missing or invalid. */
export function readJsonFile<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
