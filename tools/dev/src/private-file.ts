import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, never half of it. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** The parsed content of a JSON file, or undefined when it is absent or broken. */
export function readJsonFile<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
