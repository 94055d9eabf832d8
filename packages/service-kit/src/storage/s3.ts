import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import {
  assertKey,
  type ByteRange,
  ObjectExistsError,
  type ObjectInfo,
  ObjectNotFoundError,
  type SignedUrlOptions,
  type Storage,
} from './storage.ts';

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`, … */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const mebibyte = 1024 * 1024;

/** Deletes at once; DeleteObjects would need a Content-MD5 that some servers insist on and the SDK no longer sends. */
const parallelDeletes = 8;

/** A bucket of any S3-compatible server. An object appears whole or not at all; unfinished uploads are aborted. */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket } = settings;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // Chunked checksums are not understood by every server.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 20_000, requestTimeout: 30_000 },
  });
  const open = (key: string, range?: ByteRange) => openObject(client, Bucket, key, range);
  return {
    put: (key, body) => putObject(client, Bucket, key, body),
    create: (key, bytes) => createObject(client, Bucket, key, bytes),
    open,
    read: async (key) => Buffer.concat(await (await open(key)).toArray()),
    head: (key) => headObject(client, Bucket, key),
    delete: (keys) => deleteObjects(client, Bucket, keys),
    list: (prefix) => listObjects(client, Bucket, prefix),
    signedUrl: (key, options) => signUrl(client, Bucket, key, options),
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
  };
}

/** One part in flight, so an upload holds 5 MiB at most; small bodies go up as a single object. */
async function putObject(client: S3Client, Bucket: string, Key: string, body: Readable | Uint8Array) {
  assertKey(Key);
  let sizeBytes = 0;
  const counted = async function* () {
    for await (const chunk of body instanceof Readable ? body : [body]) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  };
  const Body = Readable.from(counted(), { objectMode: false });
  const params = { Bucket, Key, Body };
  await new Upload({ client, params, queueSize: 1, partSize: 5 * mebibyte, leavePartsOnError: false }).done();
  return { sizeBytes };
}

/** Some servers know no conditional writes; there, two that create at the very same moment may both succeed. */
async function createObject(client: S3Client, Bucket: string, Key: string, Body: Uint8Array): Promise<void> {
  assertKey(Key);
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body, IfNoneMatch: '*' }));
  } catch (error) {
    if (statusOf(error) === 412) throw new ObjectExistsError('the key is taken', { cause: error });
    if (statusOf(error) !== 501) throw error;
    if (await headObject(client, Bucket, Key))
      throw new ObjectExistsError('the key is taken', { cause: error });
    await client.send(new PutObjectCommand({ Bucket, Key, Body }));
  }
}

async function signUrl(
  client: S3Client,
  Bucket: string,
  Key: string,
  options: SignedUrlOptions,
): Promise<string> {
  assertKey(Key);
  const command = new GetObjectCommand({
    Bucket,
    Key,
    ResponseContentType: options.contentType,
    ResponseContentDisposition: options.contentDisposition,
  });
  return getSignedUrl(client, command, { expiresIn: options.expiresInSeconds });
}

async function openObject(
  client: S3Client,
  Bucket: string,
  Key: string,
  range?: ByteRange,
): Promise<Readable> {
  assertKey(Key);
  const Range = range && `bytes=${range.start}-${range.end}`;
  const answer = await orNotFound(
    client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) })),
  );
  if (!(answer.Body instanceof Readable)) throw new Error('the store answered without a body');
  return answer.Body;
}

async function headObject(client: S3Client, Bucket: string, key: string): Promise<ObjectInfo | undefined> {
  assertKey(key);
  try {
    const answer = await orNotFound(client.send(new HeadObjectCommand({ Bucket, Key: key })));
    return { key, sizeBytes: answer.ContentLength ?? 0, modifiedAt: answer.LastModified ?? new Date(0) };
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined;
    throw error;
  }
}

async function deleteObjects(client: S3Client, Bucket: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) assertKey(key);
  for (let at = 0; at < keys.length; at += parallelDeletes) {
    const some = keys.slice(at, at + parallelDeletes);
    // Some servers answer 404 for what AWS says was deleted.
    const deletes = some.map((Key) =>
      orNotFound(client.send(new DeleteObjectCommand({ Bucket, Key }))).catch(unlessNotFound),
    );
    await Promise.all(deletes);
  }
}

async function* listObjects(client: S3Client, Bucket: string, Prefix: string): AsyncGenerator<ObjectInfo> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key) yield { key: Key, sizeBytes: Size ?? 0, modifiedAt: LastModified ?? new Date() };
    }
  }
}

async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (statusOf(error) === 404) {
      throw new ObjectNotFoundError('no such object', { cause: error });
    }
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

function unlessNotFound(error: unknown): void {
  if (!(error instanceof ObjectNotFoundError)) throw error;
}
