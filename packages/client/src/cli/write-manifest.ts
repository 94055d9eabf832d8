import { readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  type Manifest,
  type ManifestFile,
  type ManifestTexts,
  manifestNames,
  manifestPage,
  type SavedFile,
  toManifest,
} from '@gossamer/contracts/manifest';
import { formatBytes, formatNumber, savedPercent } from './words.ts';
import { writeAtomically } from './write-atomically.ts';

/** A result that was written to a file, with the path of that file. */
export type WrittenFile = Omit<SavedFile, 'path'> & { output: string };

/**
 * Writes manifest.json and manifest.html to a folder. Keeps the entries of an earlier manifest whose files still exist,
 * because a repeated run skips files that are already compressed. @throws system errors
 */
export async function writeManifest(folder: string, written: readonly WrittenFile[]): Promise<void> {
  const files = written.map(({ output, ...file }): SavedFile => ({ ...file, path: pathIn(folder, output) }));
  const manifest = toManifest(files, new Date());
  const paths = new Set(files.map(({ path }) => path));
  for (const file of await earlierFiles(folder)) {
    if (!paths.has(file.path) && (await exists(join(folder, file.path)))) manifest.files.push(file);
  }
  manifest.files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const write = (name: string, text: string) => writeAtomically(join(folder, name), Buffer.from(text));
  await write(manifestNames.json, `${JSON.stringify(manifest, undefined, 2)}\n`);
  await write(manifestNames.html, manifestPage(manifest, textsFor(manifest)));
}

const pathIn = (folder: string, output: string) => relative(folder, output).split(sep).join('/');

/** Returns the entries of an earlier manifest, or none if there is no valid one. */
async function earlierFiles(folder: string): Promise<ManifestFile[]> {
  try {
    const { version, files }: Partial<Manifest> = JSON.parse(
      await readFile(join(folder, manifestNames.json), 'utf8'),
    );
    return version === 1 && Array.isArray(files) ? files.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Returns whether a value has the properties of an entry that the page shows. */
function isEntry(value: unknown): value is ManifestFile {
  const { path, original, result, savedPercent: percent } = (value ?? {}) as Partial<ManifestFile>;
  const texts = [path, original?.name, original?.format, result?.format];
  const numbers = [original?.sizeBytes, result?.sizeBytes, percent];
  return (
    texts.every((text) => typeof text === 'string') && numbers.every((number) => typeof number === 'number')
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function textsFor({ files, createdAt }: Manifest): ManifestTexts {
  const before = files.reduce((sum, { original }) => sum + original.sizeBytes, 0);
  const after = files.reduce((sum, { result }) => sum + result.sizeBytes, 0);
  const sizes = `${formatBytes(before)} to ${formatBytes(after)}, ${savedPercent(before, after)}% saved`;
  return {
    language: 'en',
    direction: 'ltr',
    title: 'Compression report',
    summary: `${formatNumber(files.length)} ${files.length === 1 ? 'image' : 'images'}, ${createdAt.slice(0, 10)}: ${sizes}.`,
    columns: {
      file: 'File',
      original: 'Original',
      result: 'Result',
      saved: 'Saved',
      score: 'Score',
      details: 'Details',
    },
    note: 'The score (SSIMULACRA2) compares the result with the original: 100 is identical, 90 looks identical, 70 is high quality, 50 is medium.',
    size: formatBytes,
    saved: (percent) => `${percent}%`,
    score: ({ score, worstTileScore, needsReview }) => {
      if (score === null) return [];
      return [`${score}, worst part ${worstTileScore ?? score}`, ...(needsReview ? ['Deserves a look'] : [])];
    },
    details: ({ metadataRemoved, metadataKept, wideGamut, hdr }) => [
      ...(metadataRemoved.length > 0 ? [`Metadata removed: ${metadataRemoved.join(', ')}`] : []),
      ...(metadataKept.length > 0 ? [`Metadata kept: ${metadataKept.join(', ')}`] : []),
      ...(wideGamut === 'none' ? [] : [`Wide gamut: ${wideGamut}`]),
      ...(hdr === 'none' ? [] : [`HDR: ${hdr}`]),
    ],
  };
}
