import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import { extensions } from '@gossamer/contracts/formats';
import { splitFilename } from '@gossamer/contracts/split-filename';
import { toMarkup } from '@gossamer/contracts/variant-markup';
import { mainVariant, type VariantFile, variantFilename, variantName } from '@gossamer/contracts/variants';
import type { ArchiveEntry } from './archive.ts';
import { fetchResult } from './fetch-compressions.ts';

/** A file that belongs to the variants of an image: a variant, or the markup that shows them. */
export type GroupFile = 'markup' | (VariantFile & { isMain: boolean });

/** Returns a stem for files in a folder with which none of their names is taken. */
export type StemOf = (stem: string, endings: readonly string[], folder: string) => Promise<string>;

type Variant = WebVariantGroup['files'][number];

/** Returns the download URL of a variant. The server answers with an error if the file has been deleted. */
export const urlOfVariant = (id: string | undefined, { url, ...file }: Variant): string =>
  url ?? `/api/download/${id}/${variantName(file)}`;

/** Downloads all variants of a compression, one after another. */
export async function fetchGroup(
  id: string | undefined,
  { files }: WebVariantGroup,
  signal: AbortSignal,
): Promise<Blob[]> {
  const blobs: Blob[] = [];
  for (const file of files) {
    blobs.push((await fetchResult({ downloadUrl: urlOfVariant(id, file) }, signal)).blob);
  }
  return blobs;
}

/** Ending of the file that contains the markup. */
const markupEnding = '.html';
const endingOf = ({ widthPx, format }: Variant) => `-${widthPx}w.${extensions[format]}`;

/**
 * Returns the files of a group: the variants, and the markup that shows them in a page in the same folder. If a name is
 * taken, all files get the same number, so that the markup is correct.
 */
export async function groupEntries(
  { originalName, folder }: { originalName: string; folder: string },
  group: WebVariantGroup,
  blobs: readonly Blob[],
  stemOf: StemOf,
): Promise<(ArchiveEntry & { ofGroup: GroupFile })[]> {
  const endings = [...group.files.map(endingOf), markupEnding];
  const stem = await stemOf(splitFilename(originalName).stem, endings, folder);
  // The extension is replaced in the names of the variants.
  const originalFilename = `${stem}.jpg`;
  const main = mainVariant(group);
  const variants = group.files.flatMap((file, index) => {
    const blob = blobs[index];
    const name = variantFilename(originalFilename, file);
    return blob ? [{ name, folder, blob, ofGroup: { ...file, isMain: file === main } }] : [];
  });
  const { html } = toMarkup(group, { originalFilename });
  return [
    ...variants,
    { name: `${stem}${markupEnding}`, folder, blob: new Blob([`${html}\n`]), ofGroup: 'markup' },
  ];
}
