import type { Readable } from 'node:stream';

/** An object's metadata. */
export interface ObjectInfo {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** Offsets of the first and last bytes, both inclusive, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface SignedUrlOptions {
  expiresInSeconds: number;
  contentType: string;
  contentDisposition: string;
}

/** Stores originals and results. Keys are lower-case paths such as `originals/<id>`. */
export interface Storage {
  /** Stores bytes or a stream of unknown length. The object becomes visible only once it is stored completely. */
  put(key: string, body: Readable | Uint8Array): Promise<{ sizeBytes: number }>;
  /** Copies an object within the storage. @throws ObjectNotFoundError */
  copy(from: string, to: string): Promise<void>;
  /** Returns the maximum number of bytes held in memory while a stream of the given size is stored. */
  heldBytes(sizeBytes: number): number;
  /** Opens an object or a part of it. @throws ObjectNotFoundError */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Reads a whole object into memory. @throws ObjectNotFoundError */
  read(key: string): Promise<Buffer>;
  /** Returns an object's metadata, or undefined if it does not exist. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deletes objects and ignores those that do not exist. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists all objects whose key starts with the prefix, which must end with a slash. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
  /** Returns a signed link that gives access to the object for a limited time. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>;
  /** Checks whether the storage is reachable and writable. @throws StorageFullError if no space is left */
  check(): Promise<void>;
}

export class ObjectNotFoundError extends Error {
  override name = 'ObjectNotFoundError';
}

/**
 * Thrown if the storage does not respond or fails with an internal error. Any method can throw it. The call can be
 * retried.
 */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError';
}

/** Thrown if the storage is full. Existing objects can still be read and deleted. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
}

/** Rejects keys that could point outside the storage folder or have a special meaning in a file system. */
export function assertKey(key: string): void {
  if (!/^[a-z0-9]+(?:[a-z0-9._-]*[a-z0-9])?(?:\/[a-z0-9]+(?:[a-z0-9._-]*[a-z0-9])?)*$/.test(key)) {
    throw new Error(`invalid storage key: ${key}`);
  }
}
