/** Milliseconds after which the blob's URL is revoked. The browser must have started to read it by then. */
const revokeAfterMs = 60_000;

/** Starts a browser download of a blob with this file name. */
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
