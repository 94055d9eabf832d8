/**
 * Returns the file name from a `Content-Disposition` header (RFC 6266). `filename*` takes precedence over `filename`.
 */
export function fileNameFrom(header: string | null): string | undefined {
  if (!header) return undefined;
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The percent-encoding of `filename*` is malformed, so fall back to `filename`.
    }
  }
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1');
  return /;\s*filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
}
