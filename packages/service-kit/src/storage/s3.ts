import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { within } from '../within.ts';
import { createStreamPut, partBytes } from './s3-put.ts';
import {
  assertKey,
  type ByteRange,
  type ObjectInfo,
  ObjectNotFoundError,
  type SignedUrlOptions,
  type Storage,
  StorageUnavailableError,
} from './storage.ts';

export interface S3Settings {
  /** URL of the S3 server, such as `https://s3.eu-central-1.amazonaws.com` or `http://minio:9000`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Timeout in milliseconds between sending a request and the start of its response. */
const callTimeoutMs = 25_000;
/** Idle timeout in milliseconds for a response that is read into memory. */
const idleMs = 20_000;
/**
 * Idle timeout in milliseconds for a response that is streamed to a client. The timeout is longer, because a client
 * that pauses its download also pauses the response.
 */
const pausedMs = 2 * 60_000;
/** Maximum number of connections. With the SDK's default of 50, 50 paused downloads would block all other requests. */
const maxSockets = 1_000;

/**
 * Maximum number of concurrent delete requests. Objects are deleted one by one: DeleteObjects would need a Content-MD5
 * header, which some servers require and the SDK no longer sends.
 */
const parallelDeletes = 8;

/**
 * Opens a bucket on any S3-compatible server. An object is stored completely or not at all; incomplete uploads are
 * aborted.
 */
export function createS3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket } = settings;
  const client = createClient(settings, idleMs);
  const patientClient = createClient(settings, pausedMs);
  const putStream = createStreamPut(client);
  return {
    heldBytes: (sizeBytes) => Math.min(sizeBytes, partBytes),
    put: async (Key, body) => {
      assertKey(Key);
      if (body instanceof Readable) return putStream({ Bucket, Key }, body);
      await client.send(new PutObjectCommand({ Bucket, Key, Body: body }));
      return { sizeBytes: body.length };
    },
    copy: (from, to) => copyObject(patientClient, Bucket, from, to),
    open: (key, range) => openObject(patientClient, Bucket, key, range),
    read: async (key) => readWhole(await openObject(client, Bucket, key)),
    head: (key) => headObject(client, Bucket, key),
    delete: (keys) => deleteObjects(client, Bucket, keys),
    list: (prefix) => listObjects(client, Bucket, prefix),
    signedUrl: (key, options) => signUrl(client, Bucket, key, options),
    check: async () => void (await client.send(new HeadBucketCommand({ Bucket }))),
  };
}

function createClient(settings: S3Settings, socketTimeout: number): S3Client {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    // Send checksums only if an operation requires them, because not every server supports chunked checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      socketTimeout,
      requestTimeout: callTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });
  // Add this middleware as the outermost one, so that its timeout includes all retries.
  client.middlewareStack.add(orUnavailable, { step: 'initialize', priority: 'high', name: 'orUnavailable' });
  return client;
}

/**
 * Limits the duration of a storage request including its retries. Converts all errors to StorageUnavailableError,
 * except those caused by the request itself.
 */
const orUnavailable =
  <Args, Answer>(next: (args: Args) => Promise<Answer>) =>
  async (args: Args): Promise<Answer> => {
    const late = () => new StorageUnavailableError('storage did not respond in time');
    try {
      return await within(next(args), callTimeoutMs, late);
    } catch (error) {
      throw isRequestsFault(error)
        ? error
        : new StorageUnavailableError('storage is unavailable', { cause: error });
    }
  };

/**
 * Returns whether the storage rejected the request itself. The statuses 408 and 429 do not count, because they mean
 * that the storage is temporarily unavailable.
 */
const isRequestsFault = (error: unknown) => {
  const status = statusOf(error) ?? 500;
  return status < 500 && status !== 408 && status !== 429;
};

/** Reads a body into memory. @throws StorageUnavailableError if the transfer is interrupted */
async function readWhole(body: Readable): Promise<Buffer> {
  try {
    return Buffer.concat(await body.toArray());
  } catch (error) {
    throw new StorageUnavailableError('storage closed the connection', { cause: error });
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
  if (!(answer.Body instanceof Readable)) throw new Error('storage returned a response without a body');
  return answer.Body;
}

async function copyObject(client: S3Client, Bucket: string, from: string, to: string): Promise<void> {
  assertKey(from);
  assertKey(to);
  await orNotFound(client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` })));
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
    // Some servers return 404 when a missing object is deleted, whereas AWS reports success.
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
      throw new ObjectNotFoundError('object not found', { cause: error });
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
