import { acceptedExtensions } from '@gossamer/contracts/formats';

export type RejectionReason = 'type' | 'tooLarge' | 'empty' | 'tooMany';
export type Rejection = { name: string; sizeBytes: number; reason: RejectionReason };
export type SortedFiles = { accepted: File[]; rejected: Rejection[] };

const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];

/** For the `accept` attribute of the file dialog. */
export const fileDialogTypes = [...acceptedTypes, ...acceptedExtensions].join(',');

type Room = { maxFileBytes: number; freePlaces: number };

/** Which files come in, and why the others do not. The server judges by content; this is the first look. */
export function sortFiles(files: File[], { maxFileBytes, freePlaces }: Room): SortedFiles {
  const accepted: File[] = [];
  const rejected: Rejection[] = [];
  for (const file of files) {
    if (isSystemFile(file)) continue;
    const reason = rejectionOf(file, maxFileBytes) ?? (accepted.length < freePlaces ? undefined : 'tooMany');
    if (reason) rejected.push({ name: file.name, sizeBytes: file.size, reason });
    else accepted.push(file);
  }
  return { accepted, rejected };
}

function rejectionOf(file: File, maxFileBytes: number): RejectionReason | undefined {
  if (!isImage(file)) return 'type';
  if (file.size === 0) return 'empty';
  return file.size > maxFileBytes ? 'tooLarge' : undefined;
}

/** Folders bring along what people never see. */
function isSystemFile({ name }: File): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);
}

function isImage({ name, type }: File): boolean {
  const lower = name.toLowerCase();
  return acceptedExtensions.some((extension) => lower.endsWith(extension)) || acceptedTypes.includes(type);
}

export type Dragged = { images: number; others: number };

/** During a drag only the types can be seen; systems that do not know HEIC give none. */
export function countDragged(items: DataTransferItemList | undefined): Dragged {
  const files = Array.from(items ?? []).filter(({ kind }) => kind === 'file');
  const images = files.filter(({ type }) => type === '' || acceptedTypes.includes(type)).length;
  return { images, others: files.length - images };
}
