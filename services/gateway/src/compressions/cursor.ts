import { compressionId } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';

/** Position of the last row of a page, after which the next page starts. */
export interface PageCursor {
  createdAt: Date;
  id: string;
}

/**
 * Encodes the last row of a page as an opaque cursor, which contains the row's creation time in milliseconds and the
 * row's id.
 */
export function writeCursor(end: PageCursor): string {
  return Buffer.from(`${end.createdAt.getTime()}.${end.id}`).toString('base64url');
}

/** Decodes a pagination cursor. @throws AppError if the cursor is malformed */
export function readCursor(text: unknown): PageCursor | undefined {
  if (text === undefined) return undefined;
  const [ms, id] = typeof text === 'string' ? Buffer.from(text, 'base64url').toString().split('.') : [];
  if (!/^\d{1,15}$/.test(ms ?? '') || !compressionId.safeParse(id).success) {
    throw new AppError('invalid_request', { field: 'cursor' });
  }
  return { createdAt: new Date(Number(ms)), id: String(id) };
}
