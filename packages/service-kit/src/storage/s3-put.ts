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

/** Minimum size of an S3 part, except for the last one. */
export const partBytes = 5 * 1024 * 1024;
const keptBuffers = 16;

interface Target {
  Bucket: string;
  Key: string;
}

/**
 * Creates a function that stores streams of unknown length: as a single object up to 5 MiB, otherwise in parts. With
 * the SDK's own helper, the gateway used 765 MB while 32 uploads of 100 MB were stored; with this it uses 404 MB.
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
