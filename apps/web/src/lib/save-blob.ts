/** Milliseconds before the blob URL is revoked. The browser must have started reading the blob by then. */
const revokeAfterMs = 60_000;

/** Starts a browser download of a blob under the given file name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
