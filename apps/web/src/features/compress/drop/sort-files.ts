import { acceptedExtensions } from '@gossamer/contracts/formats';

export type RejectionReason = 'type' | 'tooLarge' | 'empty' | 'tooMany';
export type Rejection = { name: string; sizeBytes: number; reason: RejectionReason };
export type SortedFiles = { accepted: File[]; rejected: Rejection[] };

const acceptedTypes = ['jpeg', 'png', 'webp', 'heic', 'heif', 'avif', 'gif', 'tiff', 'bmp', 'jxl'].map(
  (name) => `image/${name}`,
);

/** Value of the `accept` attribute of all file inputs. */
export const fileDialogTypes = [...acceptedTypes, ...acceptedExtensions].join(',');

type Room = { maxFileBytes: number; freePlaces: number };

/** Separates accepted from rejected files by name, type and size. The server later checks the content. */
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

/** Returns whether a file is hidden or was created by the operating system. */
function isSystemFile({ name }: File): boolean {
  return name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);
}

function isImage({ name, type }: File): boolean {
  const lower = name.toLowerCase();
  return acceptedExtensions.some((extension) => lower.endsWith(extension)) || acceptedTypes.includes(type);
}

export type Dragged = { images: number; others: number };

/**
 * Counts the dragged files. Browsers expose only media types during a drag, and none for HEIC on systems that do not
 * support the format.
 */
export function countDragged(items: DataTransferItemList | undefined): Dragged {
  const files = Array.from(items ?? []).filter(({ kind }) => kind === 'file');
  const images = files.filter(({ type }) => type === '' || acceptedTypes.includes(type)).length;
  return { images, others: files.length - images };
}
