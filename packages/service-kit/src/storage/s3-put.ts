import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { createLargerChunks } from './larger-chunks.ts';

/** S3's minimum part size in bytes, which does not apply to the last part. */
export const partBytes = 5 * 1024 * 1024;
const keptBuffers = 16;

interface Target {
  Bucket: string;
  Key: string;
}

/**
 * Creates a function that stores streams of unknown length: as a single object up to 5 MiB, otherwise as a multipart
 * upload. For 32 concurrent uploads of 100 MB, the gateway needs 404 MB of memory with this function, and 765 MB with
 * the upload function of the SDK.
 */
export function createStreamPut(client: S3Client) {
  const inParts = createLargerChunks(partBytes, keptBuffers);
  return (target: Target, body: Readable) => putStream(client, target, inParts(body));
}

async function putStream(
  client: S3Client,
  target: Target,
  chunks: AsyncGenerator<Buffer>,
): Promise<{ sizeBytes: number }> {
  let sizeBytes = 0;
  let parts: PartUpload | undefined;
  try {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (!parts && chunk.length < partBytes) {
        await client.send(new PutObjectCommand({ ...target, Body: chunk }));
        continue;
      }
      parts ??= await beginParts(client, target);
      await parts.add(chunk);
    }
    await parts?.complete();
    return { sizeBytes };
  } catch (error) {
    await parts?.abort().catch(() => undefined);
    throw error;
  }
}

interface PartUpload {
  add(data: Buffer): Promise<void>;
  complete(): Promise<void>;
  abort(): Promise<void>;
}

async function beginParts(client: S3Client, target: Target): Promise<PartUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const done: CompletedPart[] = [];
  return {
    add: async (Body) => {
      const PartNumber = done.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }));
      done.push({ PartNumber, ETag });
    },
    complete: async () => {
      const MultipartUpload = { Parts: done };
      await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
    },
    abort: async () => void (await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }))),
  };
}
