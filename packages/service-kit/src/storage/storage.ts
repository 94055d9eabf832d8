import type { Readable } from 'node:stream';

/** An object's facts. */
export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface SignedUrlOptions {
  expiresInSeconds: number;
  /** The headers that the download carries. */
  contentType: string;
  contentDisposition: string;
}

/** Where originals and results lie. Keys are lower-case paths such as `originals/<id>`. */
export interface Storage {
  /** Stores a stream of unknown length or bytes; nothing is visible under the key unless all of it is stored. */
  put(key: string, body: Readable | Uint8Array): Promise<{ sizeBytes: number }>;
  /** How much memory a `put` of a stream of so many bytes holds while it goes on, at most. */
  heldBytes(sizeBytes: number): number;
  /** Opens an object, whole or in part. @throws ObjectNotFoundError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Reads a whole object into memory. @throws ObjectNotFoundError */
  read(key: string): Promise<Buffer>;
  /** An object's facts, or undefined when there is none. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deletes objects; those that are not there are passed over. */
  delete(keys: readonly string[]): Promise<void>;
  /** Walks all objects whose key starts with the prefix, which ends with a slash. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** A link that gives whoever has it this one object as a file, for a while. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /** Resolves when the store can be reached and written to. @throws StorageFullError when there is no space left */
  check(): Promise<void>;
}

export class ObjectNotFoundError extends Error {
  override name = 'ObjectNotFoundError';
}

/** The store does not answer, or with a fault of its own: worth another try later. Any method may throw it. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** The store answers and takes no more; what is there can be read and deleted. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

/** Refuses what could leave the store's folder or means something else to a file system. */
export function assertKey(key: string): void {
  if (!/^[a-z0-9]+(?:[a-z0-9._-]*[a-z0-9])?(?:\/[a-z0-9]+(?:[a-z0-9._-]*[a-z0-9])?)*$/.test(key)) {
    throw new Error(`not a storage key: ${key}`);
  }
}
