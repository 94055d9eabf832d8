const units = ['bytes', 'KB', 'MB', 'GB'] as const;

export const formatNumber = (value: number): string => value.toLocaleString('en');

/** Returns a size such as "343.2 KB", in base 1024 as on the website. */
export function formatBytes(sizeBytes: number): string {
  const power = sizeBytes < 1 ? 0 : Math.min(Math.floor(Math.log2(sizeBytes) / 10), units.length - 1);
  const value = (sizeBytes / 1024 ** power).toLocaleString('en', { maximumFractionDigits: power && 1 });
  return `${value} ${units[power]}`;
}

/** Returns the size reduction in percent, rounded to one decimal place, or 0 for an empty file. */
export function savedPercent(beforeBytes: number, afterBytes: number): number {
  return beforeBytes === 0 ? 0 : Math.round((1 - afterBytes / beforeBytes) * 1_000) / 10;
}

/** Returns a duration such as "4.2 s" or "2 min 5 s". */
export function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/** Returns a name that is safe to print, without control characters and characters that change the text direction. */
export function shown(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
