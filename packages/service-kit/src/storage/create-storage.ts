import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { createDirectoryStorage } from './directory.ts';
import type { S3Settings } from './s3.ts';
import type { LinkSigner } from './signed-link.ts';
import type { Storage } from './storage.ts';

/** Environment variables of the storage: an S3 bucket if S3_ENDPOINT is set, otherwise a directory. */
export const storageVariables = {
  STORAGE_DIRECTORY: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};

export type StorageSettings = { kind: 's3'; s3: S3Settings } | { kind: 'directory'; directory: string };

type Variables = z.output<z.ZodObject<typeof storageVariables>>;

/**
 * Returns the storage settings.
 * @throws ConfigError if neither the bucket nor the directory is fully configured
 */
export function toStorageSettings(v: Variables): StorageSettings {
  if (v.S3_ENDPOINT !== undefined) {
    const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v;
    if (!bucket || !accessKeyId || !secretAccessKey) {
      throw new ConfigError('S3_ENDPOINT requires S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
    }
    const s3 = { endpoint: v.S3_ENDPOINT, region: v.S3_REGION, bucket, accessKeyId, secretAccessKey };
    return { kind: 's3', s3 };
  }
  if (v.STORAGE_DIRECTORY === undefined)
    throw new ConfigError('Set STORAGE_DIRECTORY, or S3_ENDPOINT and its credentials');
  return { kind: 'directory', directory: v.STORAGE_DIRECTORY };
}

/** Opens the configured storage. `signer` signs links to files in a directory; a bucket signs its own links. */
export async function createStorage(settings: StorageSettings, signer?: LinkSigner): Promise<Storage> {
  if (settings.kind === 's3') {
    // Load the S3 SDK only if it is used, because it occupies 20 MB of memory.
    const { createS3Storage } = await import('./s3.ts');
    return createS3Storage(settings.s3);
  }
  return createDirectoryStorage(settings.directory, signer);
}
