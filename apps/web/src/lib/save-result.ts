import type { Compression } from '@gossamer/contracts/compressions';
import { type Failure, toFailure } from './api-failure.ts';
import { fetchResult } from './fetch-compressions.ts';
import { saveBlob } from './save-blob.ts';

export type SavableResult = Pick<Compression, 'id' | 'downloadUrl' | 'originalFilename'>;

/** Starts a browser download of a compressed image. Resolves with the failure if the image cannot be fetched. */
export async function saveResult(row: SavableResult): Promise<Failure | undefined> {
  try {
    const { blob, fileName } = await fetchResult(row);
    saveBlob(blob, fileName ?? `compressed_${row.originalFilename}`);
    return undefined;
  } catch (error) {
    return toFailure(error);
  }
}
