import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { type MarkupGroup, type MarkupOptions, toMarkup, type VariantMarkup } from '../markup.ts';
import { assertNoOriginal, type FileWork, identityOf } from './compress-file.ts';
import type { CompressedImage, CompressedVariants } from './compressor.ts';
import { FileFault, type FileOutcome, findingsOf, type Source, type WrittenVariants } from './outcome.ts';
import { readImage } from './read-image.ts';
import { shown } from './words.ts';
import { writeAtomically } from './write-atomically.ts';
import type { WrittenFile } from './write-manifest.ts';

/** Kinds of markup that can be written. */
export const markupKinds = ['html', 'markdown', 'next', 'css'] as const;
export type MarkupKind = (typeof markupKinds)[number];
const markupFiles: Record<MarkupKind, { property: keyof VariantMarkup; extension: string }> = {
  html: { property: 'html', extension: 'html' },
  markdown: { property: 'markdown', extension: 'md' },
  next: { property: 'nextJs', extension: 'jsx' },
  css: { property: 'css', extension: 'css' },
};

/** Which markup to write, and how. */
export interface MarkupPlan extends Omit<MarkupOptions, 'originalFilename'> {
  kinds: readonly MarkupKind[];
}

/**
 * Makes the variants of one image and writes them as `<target>-<width>w.<extension>`, with their markup next to them. An
 * image whose fallback exists is skipped. The fallback is written last, so that the next run repeats an image if writing
 * its other files failed.
 * @throws FileFault, GossamerError, system errors
 */
export async function writeVariants(
  source: Source,
  target: string,
  work: FileWork,
  plan: MarkupPlan,
): Promise<FileOutcome> {
  const path = shown(source.path);
  if (!work.isOverwriting) {
    const output = await existingFallback(target, work);
    if (output !== undefined) return { status: 'skipped', path, output: shown(output) };
  }
  const { compressor, options, signal } = work;
  const image = await readImage(source.path, compressor.maxFileBytes);
  const filename = basename(source.path);
  const compressed = await compressor.compress({ bytes: image.bytes, filename }, options, signal);
  const original = { name: filename, format: image.format, sizeBytes: image.bytes.length };
  return writeGroup(path, { original, ...compressed }, target, work, plan);
}

/**
 * Writes the variants of an image and their markup. `path` is the original's, as shown to the user.
 * @throws FileFault, system errors
 */
export async function writeGroup(
  path: string,
  compressed: CompressedImage & Pick<WrittenFile, 'original'>,
  target: string,
  work: Pick<FileWork, 'originals' | 'onWritten'>,
  plan: MarkupPlan,
): Promise<FileOutcome> {
  const { original, format, isReused, report, variants } = compressed;
  if (!variants) throw new FileFault('unexpected_answer', 'The server made no variants. It must be updated.');
  const markup = await writeMarkup(target, variants, plan);
  const files = await writeFiles(target, { ...compressed, variants }, work);
  const output = files.find(({ sha256 }) => sha256 === compressed.sha256)?.output ?? '';
  const { skipped, thumbHash, placeholderUrl } = variants;
  return {
    status: 'done',
    path,
    output,
    isReused,
    format,
    originalBytes: original.sizeBytes,
    resultBytes: compressed.bytes.length,
    ...findingsOf(report),
    variants: { files, skipped, thumbHash, placeholderUrl, markup },
  };
}

/** Name from which the variants' names are derived. The extension is replaced. */
const nameOf = (target: string) => `${basename(target)}.jpg`;

async function writeFiles(
  target: string,
  {
    original,
    variants,
    sha256: mainSha256,
    report,
  }: CompressedImage & Pick<WrittenFile, 'original'> & { variants: CompressedVariants },
  work: Pick<FileWork, 'originals' | 'onWritten'>,
): Promise<WrittenVariants['files']> {
  const written: WrittenVariants['files'] = [];
  for (const { bytes, ...file } of variants.files) {
    const { format, widthPx, heightPx, sha256 } = file;
    const output = join(dirname(target), variantFilename(nameOf(target), file));
    await assertNoOriginal(output, work.originals);
    await writeAtomically(output, bytes);
    const sizeBytes = bytes.length;
    work.onWritten({
      output,
      original,
      result: { format, sizeBytes, widthPx, heightPx, sha256 },
      report: sha256 === mainSha256 ? report : null,
    });
    written.push({ ...file, output: shown(output), sizeBytes });
  }
  return written;
}

/** Writes the markup as `<target>.variants.<extension>` and returns the paths. @throws system errors */
export async function writeMarkup(
  target: string,
  variants: MarkupGroup,
  { kinds, ...options }: MarkupPlan,
): Promise<string[]> {
  const markup = toMarkup(variants, { ...options, originalFilename: nameOf(target) });
  const paths: string[] = [];
  for (const kind of kinds) {
    const { property, extension } = markupFiles[kind];
    const path = `${target}.variants.${extension}`;
    await writeAtomically(path, Buffer.from(markup[property]));
    paths.push(shown(path));
  }
  return paths;
}

/** Returns the path of a JPEG or PNG that an earlier run wrote, or undefined if there is none. Originals are ignored. */
async function existingFallback(target: string, { originals }: FileWork): Promise<string | undefined> {
  const names = await readdir(dirname(target)).catch(() => []);
  const prefix = `${basename(target)}-`;
  for (const name of names.filter((each) => each.startsWith(prefix))) {
    const path = join(dirname(target), name);
    const isFallback = /^\d+w\.(jpg|png)$/.test(name.slice(prefix.length));
    if (isFallback && !originals.has((await identityOf(path)) ?? '')) return path;
  }
  return undefined;
}
