const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Returns a number such as "1,234", for the API and the command line, which are English. */
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
