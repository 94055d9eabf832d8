import { compressionId } from '@gossamer/contracts/compressions';
import { AppError } from '@gossamer/service-kit/errors';
import type { PageCursor } from './queries.ts';

/** A page's end as clients carry it: opaque to them, milliseconds and id to us. */
export function writeCursor(end: PageCursor): string {
  return Buffer.from(`${end.createdAt.getTime()}.${end.id}`).toString('base64url');
}

/** @throws AppError when the text is none of ours */
export function readCursor(text: unknown): PageCursor | undefined {
  if (text === undefined) return undefined;
  const [ms, id] = typeof text === 'string' ? Buffer.from(text, 'base64url').toString().split('.') : [];
  if (!/^\d{1,15}$/.test(ms ?? '') || !compressionId.safeParse(id).success) {
    throw new AppError('invalid_request', { field: 'cursor' });
  }
  return { createdAt: new Date(Number(ms)), id: String(id) };
}
