import { resultFilename } from '@gossamer/contracts/result-filename';
import { toFailure } from '../../../lib/api-failure.ts';
import { fetchResult } from '../../../lib/fetch-compressions.ts';
import { readNamePattern } from '../../../lib/name-pattern.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import {
  type DownloadReport,
  type Progress,
  resultName,
  saveArchive,
  saveGroup,
  type WantedResult,
} from '../../../lib/save-results.ts';
import { originOf } from '../drop/file-origins.ts';
import type { CompletedItem } from '../uploads/upload-state.ts';

/**
 * Saves one compressed image, or a ZIP file with its variants. The image's name follows the user's name pattern. Without
 * a pattern, the server provides the name, or the browser if the image was compressed on this device.
 * @param keys keys of all items in the list, which determine the number in the file name
 */
export async function downloadOne(item: CompletedItem, keys: readonly string[]): Promise<DownloadReport> {
  try {
    if (item.step.result.variants) return await saveGroup(toWanted(item));
    const { blob, fileName } = await fetchResult(item.step.result);
    const pattern = readNamePattern();
    saveBlob(
      blob,
      pattern === ''
        ? (fileName ?? nameOf(item))
        : resultName(toWanted(item), keys.indexOf(item.key) + 1, keys.length),
    );
    return { savedKeys: [item.key], failures: [] };
  } catch (error) {
    return { savedKeys: [], failures: [toFailure(error)] };
  }
}

/** Returns the file name of a result that was compressed on this device, in the format that the server uses. */
function nameOf({ file, step: { result } }: CompletedItem): string {
  const { originalFormat, format = null } = result;
  return resultFilename({ originalFilename: file.name, originalFormat, resultFormat: format });
}

/** Saves a ZIP file with all compressed images that can be fetched. Rejects if aborted. */
export function downloadAll(items: CompletedItem[], progress: Progress): Promise<DownloadReport> {
  return saveArchive(items.map(toWanted), progress);
}

/** Returns a completed item as a result to save, with the folder from which its original was added. */
export const toWanted = ({
  key,
  file,
  original,
  settings,
  step: { result },
}: CompletedItem): WantedResult => ({
  key,
  originalName: file.name,
  originalBytes: file.size,
  folder: (original && originOf(original).folder) ?? '',
  settings,
  result,
});
