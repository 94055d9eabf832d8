const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Monthly traffic and costs of a medium-sized example website. */
export const exampleSite = {
  views: 200_000,
  imagesBytes: 3 * mebibyte,
  savedPercent: 80,
  usdPerGigabyte: 0.08,
  lineBitsPerSecond: 10_000_000,
} as const;

/** Returns the data volume, costs and loading time that smaller images save an example website per month. */
export function exampleSaving(site: { [name in keyof typeof exampleSite]: number } = exampleSite) {
  const { views, imagesBytes, savedPercent, usdPerGigabyte, lineBitsPerSecond } = site;
  const beforeBytes = views * imagesBytes;
  const savedBytes = (beforeBytes * savedPercent) / 100;
  const savedPerViewBytes = (imagesBytes * savedPercent) / 100;
  return {
    beforeBytes,
    afterBytes: beforeBytes - savedBytes,
    savedBytes,
    savedUsd: Math.round((savedBytes / gibibyte) * usdPerGigabyte),
    savedPerViewBytes,
    savedPerViewSeconds: (savedPerViewBytes * 8) / lineBitsPerSecond,
  };
}
