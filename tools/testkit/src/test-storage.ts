import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeBucket, requestBucket } from '@gossamer/dev/servers/s3-request';
import { serverVariable } from './server-variable.ts';

/** Storage for one test file. */
export interface TestStorage {
  /** Environment variables that configure the storage for a service. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Creates a storage of the type specified by TEST_STORAGE: `s3` or `directory` (default). */
export async function openTestStorage(id: string): Promise<TestStorage> {
  const { TEST_STORAGE: kind = 'directory' } = process.env;
  if (kind === 's3') return openBucket(`t-${id}`);
  if (kind === 'directory') return openDirectory();
  throw new Error(`Invalid TEST_STORAGE "${kind}": expected directory or s3`);
}

async function openDirectory(): Promise<TestStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'gossamer-case-'));
  return {
    // An empty S3_ENDPOINT is treated as unset. The empty value overrides the URL of the S3 server that other tests
    // use.
    env: { STORAGE_DIRECTORY: directory, S3_ENDPOINT: '' },
    close: () => rm(directory, { recursive: true, force: true }),
  };
}

async function openBucket(name: string): Promise<TestStorage> {
  const env = {
    S3_ENDPOINT: serverVariable('S3_ENDPOINT'),
    S3_REGION: serverVariable('S3_REGION'),
    S3_BUCKET: name,
    S3_ACCESS_KEY_ID: serverVariable('S3_ACCESS_KEY_ID'),
    S3_SECRET_ACCESS_KEY: serverVariable('S3_SECRET_ACCESS_KEY'),
  };
  const status = await requestBucket('PUT', env);
  if (status !== 200) throw new Error(`the S3 server returned HTTP ${status} when creating a bucket`);
  return { env, close: () => removeBucket(env) };
}
