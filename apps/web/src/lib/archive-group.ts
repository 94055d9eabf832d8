import type { WebVariantGroup } from '@gossamer/contracts/compressions';
import { extensions } from '@gossamer/contracts/formats';
import type { CompressionSettings } from '@gossamer/contracts/settings';
import { splitFilename } from '@gossamer/contracts/split-filename';
import { toMarkup } from '@gossamer/contracts/variant-markup';
import { variantFilename } from '@gossamer/contracts/variant-names';
import { mainVariant, type VariantFile, variantName } from '@gossamer/contracts/variants';
import { fetchResult } from './fetch-compressions.ts';
import type { WantedResult } from './save-results.ts';

/** A file that belongs to the variants of an image: a variant, or the markup that shows them. */
export type GroupFile = 'markup' | (VariantFile & { isMain: boolean });

/** Returns a stem for files in a folder with which none of their names is taken. */
export type StemOf = (stem: string, endings: readonly string[], folder: string) => Promise<string>;

type Variant = WebVariantGroup['files'][number];

/** Returns the download URL of a variant. The server answers with an error if the file has been deleted. */
export const urlOfVariant = (id: string | undefined, { url, ...file }: Variant): string =>
  url ?? `/api/download/${id}/${variantName(file)}`;

/** Returns the highest density for which variants were requested. */
export const maxDensityOf = (settings: CompressionSettings | undefined): number =>
  Math.max(1, ...(settings?.variants?.densities ?? []));

/** Ending of the file that contains the markup. */
const markupEnding = '.html';
const endingOf = ({ widthPx, format }: Variant) => `-${widthPx}w.${extensions[format]}`;

/**
 * Downloads the files of a group one after another: the variants, and the markup that shows them in a page in the same
 * folder. If a name is taken, all files get the same number, so that the markup is correct.
 */
export async function fetchGroup(
  { originalName, folder, settings, result: { id } }: WantedResult,
  group: WebVariantGroup,
  signal: AbortSignal,
  stemOf: StemOf,
): Promise<{ name: string; blob: Blob; ofGroup: GroupFile }[]> {
  const blobs: Blob[] = [];
  for (const file of group.files) {
    blobs.push((await fetchResult({ downloadUrl: urlOfVariant(id, file) }, signal)).blob);
  }
  const endings = [...group.files.map(endingOf), markupEnding];
  const stem = await stemOf(splitFilename(originalName).stem, endings, folder);
  // The extension is replaced in the names of the variants.
  const originalFilename = `${stem}.jpg`;
  const main = mainVariant(group);
  const variants = blobs.flatMap((blob, index) => {
    const file = group.files[index];
    if (!file) return [];
    return [
      { name: variantFilename(originalFilename, file), blob, ofGroup: { ...file, isMain: file === main } },
    ];
  });
  const { html } = toMarkup(group, { originalFilename, maxDensity: maxDensityOf(settings) });
  return [
    ...variants,
    { name: `${stem}${markupEnding}`, blob: new Blob([html]), ofGroup: 'markup' as const },
  ];
}
