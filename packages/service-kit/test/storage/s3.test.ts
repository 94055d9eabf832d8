import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createS3Storage, type S3Settings } from '../../src/storage/s3.ts';
import { storageContract } from './contract.ts';

/** Returns the settings of the third-party S3 server. If they are missing, the tests fail instead of being skipped. */
function settings(): S3Settings {
  const variable = (name: string) => {
    const value = process.env[name];
    if (!value)
      throw new Error(`${name} is not set: run "npm test -- service-kit", which starts an S3 server`);
    return value;
  };
  return {
    endpoint: variable('S3_ENDPOINT'),
    region: variable('S3_REGION'),
    bucket: variable('S3_BUCKET'),
    accessKeyId: variable('S3_ACCESS_KEY_ID'),
    secretAccessKey: variable('S3_SECRET_ACCESS_KEY'),
  };
}

async function unfinishedUploads(): Promise<number> {
  const { bucket: Bucket, endpoint, region, ...credentials } = settings();
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  return Uploads.length;
}

storageContract('the S3 store', () => ({
  storage: createS3Storage(settings()),
  unfinished: unfinishedUploads,
  fetchLink: (url) => fetch(url),
}));

describe('S3 storage', () => {
  it('reports a wrong access key', async () => {
    const wrong = createS3Storage({ ...settings(), secretAccessKey: 'not the secret at all' });
    await expect(wrong.put('a/b', Buffer.from('x'))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    await expect(wrong.check()).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    const right = createS3Storage(settings());
    expect(await right.head('a/b')).toBeUndefined();
  });
});
