import type { CompressionSettings } from '@gossamer/contracts/settings';
import type { DeliveryTarget } from '../../db/api-tables.ts';
import type { StoredOriginal } from './store-original.ts';

/** A completely received and stored image that is not referenced by a row yet. */
export interface StoredUpload {
  id: string;
  filename: string;
  original: StoredOriginal;
}

/** A validated upload that can be accepted. */
export interface ReceivedUpload extends StoredUpload {
  settings: CompressionSettings;
  /** The source of the upload, and the metadata sent by an API client. */
  job: UploadJob;
  /** Set if the original is a copy of an earlier upload's original, which is compressed again. */
  again?: { uploadId: string; originalExpiresAt: Date };
}

export type UploadJob =
  | { source: 'web' }
  | {
      source: 'api';
      metadata: Record<string, string>;
      webhookUrl: string | null;
      /** Where to deliver the files of the result; null if they are not delivered. */
      deliverTo: DeliveryTarget[] | null;
    }
  | { source: 'estimate' };
