/** Area of the sRGB triangle in a chromaticity diagram, relative to white point D50. */
const srgbArea = 0.1091;

/** Returns whether an ICC profile's gamut exceeds sRGB. Returns false for a profile without primaries. */
export function isWiderThanSrgb(profile: Buffer): boolean {
  return (gamutArea(profile) ?? 0) > srgbArea * 1.05;
}

/**
 * Returns the area of the triangle between the primaries of an ICC profile (ICC.1, 9.2). Returns undefined if the
 * profile has no primaries.
 */
function gamutArea(profile: Buffer): number | undefined {
  const [red, green, blue] = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => chromaticity(profile, tag));
  if (!red || !green || !blue) return undefined;
  const cross = (green.x - red.x) * (blue.y - red.y) - (blue.x - red.x) * (green.y - red.y);
  return Math.abs(cross) / 2;
}

function chromaticity(profile: Buffer, tag: string): { x: number; y: number } | undefined {
  // The tag table starts at offset 128 with the number of tags. Each entry has 12 bytes: tag name, offset and size.
  const entry = profile.indexOf(tag, 132, 'latin1');
  if (entry < 0 || entry + 12 > profile.length) return undefined;
  const at = profile.readUInt32BE(entry + 4);
  if (at + 20 > profile.length) return undefined;
  const [x = 0, y = 0, z = 0] = [8, 12, 16].map((offset) => profile.readInt32BE(at + offset));
  const sum = x + y + z;
  return sum > 0 ? { x: x / sum, y: y / sum } : undefined;
}
