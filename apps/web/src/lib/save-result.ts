import type { Compression } from '@gossamer/contracts/compressions';
import { type Failure, toFailure } from './api-failure.ts';
import { fetchResult } from './fetch-compressions.ts';
import { saveBlob } from './save-blob.ts';

export type SavableResult = Pick<
  Compression,
  | 'id'
  | 'downloadUrl'
  | 'originalFilename'
  | 'originalSize'
  | 'originalFormat'
  | 'report'
  | 'settings'
  | 'variants'
>;

/**
 * Starts a browser download of a compressed image, or of a ZIP file with its variants. Resolves with the failure if it
 * cannot be fetched.
 */
export async function saveResult(row: SavableResult): Promise<Failure | undefined> {
  try {
    if (row.variants) {
      const { saveGroup, toWanted } = await import('./save-results.ts');
      return (await saveGroup(toWanted(row))).failures[0];
    }
    const { blob, fileName } = await fetchResult(row);
    saveBlob(blob, fileName ?? `compressed_${row.originalFilename}`);
    return undefined;
  } catch (error) {
    return toFailure(error);
  }
}
