import { readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { englishManifestPage } from '@gossamer/contracts/english-manifest';
import {
  type ManifestFile,
  manifestNames,
  manifest as manifestSchema,
  type SavedFile,
  toManifest,
} from '@gossamer/contracts/manifest';
import { UsageError } from './exit-codes.ts';
import { shown } from './words.ts';
import { writeAtomically } from './write-atomically.ts';

/** A result that was written to a file, with the path of that file. */
export type WrittenFile = Omit<SavedFile, 'path'> & { output: string };

/**
 * Returns the entries of the manifest in a folder, or none if there is no manifest.
 * @throws UsageError if a file has the name of a manifest and was not written by this command
 */
export async function readManifest(folder: string): Promise<ManifestFile[]> {
  const json = await readIfExists(join(folder, manifestNames.json));
  const html = await readIfExists(join(folder, manifestNames.html));
  if (json === undefined && html === undefined) return [];
  const { success, data } = manifestSchema.safeParse(parsed(json));
  if (success) return data.files;
  const name = json === undefined ? manifestNames.html : manifestNames.json;
  throw new UsageError(
    `${shown(join(folder, name))} is not a manifest of Gossamer. Choose another folder for --out.`,
  );
}

/**
 * Writes manifest.json and manifest.html to a folder. Keeps the earlier entries whose files are unchanged, because a
 * repeated run skips files that are already compressed. @throws system errors
 */
export async function writeManifest(
  folder: string,
  written: readonly WrittenFile[],
  earlier: readonly ManifestFile[],
): Promise<void> {
  const files = written.map(({ output, ...file }): SavedFile => ({ ...file, path: pathIn(folder, output) }));
  const manifest = toManifest(files, new Date());
  const paths = new Set(files.map(({ path }) => path));
  for (const file of earlier) {
    const sizeBytes = await sizeOf(join(folder, file.path));
    if (!paths.has(file.path) && sizeBytes === file.result.sizeBytes) manifest.files.push(file);
  }
  manifest.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const write = (name: string, text: string) => writeAtomically(join(folder, name), Buffer.from(text));
  await write(manifestNames.json, `${JSON.stringify(manifest, undefined, 2)}\n`);
  await write(manifestNames.html, englishManifestPage(manifest));
}

const pathIn = (folder: string, output: string) => relative(folder, output).split(sep).join('/');

async function readIfExists(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Parses JSON, or returns undefined if it is invalid. */
function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
