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
  const value = readTag(profile, tag);
  if (!value || value.length < 20) return undefined;
  const [x = 0, y = 0, z = 0] = [8, 12, 16].map((offset) => value.readInt32BE(offset));
  const sum = x + y + z;
  return sum > 0 ? { x: x / sum, y: y / sum } : undefined;
}

/** Returns the value of a tag and the bytes after it, or undefined if the profile does not contain the tag. */
function readTag(profile: Buffer, tag: string): Buffer | undefined {
  // The tag table starts at offset 128 with the number of tags. Each entry has 12 bytes: tag name, offset and size.
  const entry = profile.indexOf(tag, 132, 'latin1');
  return entry < 0 || entry + 12 > profile.length
    ? undefined
    : profile.subarray(profile.readUInt32BE(entry + 4));
}

/** Chromaticities of the primaries of Display P3 relative to white point D50, as ICC profiles contain them. */
const displayP3 = {
  rXYZ: { x: 0.6816, y: 0.3191 },
  gXYZ: { x: 0.2846, y: 0.6743 },
  bXYZ: { x: 0.1554, y: 0.0662 },
};

/**
 * Returns whether an ICC profile describes Display P3, which has specific primaries and the transfer curve of sRGB.
 * Profile names are ignored, because they vary.
 */
export function isDisplayP3(profile: Buffer): boolean {
  const hasPrimaries = Object.entries(displayP3).every(([tag, { x, y }]) => {
    const found = chromaticity(profile, tag);
    return found !== undefined && Math.abs(found.x - x) < 0.004 && Math.abs(found.y - y) < 0.004;
  });
  return hasPrimaries && ['rTRC', 'gTRC', 'bTRC'].every((tag) => isSrgbCurve(readTag(profile, tag)));
}

/** Linear value of sRGB's transfer curve at 0.5. Gamma 2.2 has 0.218, gamma 2.6 has 0.165. */
const srgbAtHalf = 0.214;

/** Returns whether a curve is a table or a parametric curve that equals sRGB's at 0.5 (ICC.1, 10.6 and 10.18). */
function isSrgbCurve(curve: Buffer | undefined): boolean {
  if (!curve || curve.length < 12) return false;
  const atHalf = curve.toString('latin1', 0, 4) === 'para' ? parametricAtHalf(curve) : tableAtHalf(curve);
  return atHalf !== undefined && Math.abs(atHalf - srgbAtHalf) < 0.002;
}

/**
 * Evaluates a parametric curve at 0.5: (a × x + b) to the power of g, plus e in a curve of type 4. sRGB's curve has type
 * 3 or 4.
 */
function parametricAtHalf(curve: Buffer): number | undefined {
  const type = curve.readUInt16BE(8);
  const parameterCount = { 3: 5, 4: 7 }[type];
  if (parameterCount === undefined || curve.length < 12 + parameterCount * 4) return undefined;
  const parameters = Array.from({ length: parameterCount }, (_, n) => curve.readInt32BE(12 + n * 4) / 65_536);
  const [g = 0, a = 0, b = 0, , , e = 0] = parameters;
  return (a * 0.5 + b) ** g + e;
}

/**
 * Returns the value of a table at 0.5. Returns undefined for a table with a single entry, which is a gamma value and
 * therefore not the curve of sRGB.
 */
function tableAtHalf(curve: Buffer): number | undefined {
  const entries = curve.readUInt32BE(8);
  if (entries < 2 || curve.length < 12 + 2 * entries) return undefined;
  const low = Math.floor((entries - 1) / 2);
  const high = Math.ceil((entries - 1) / 2);
  const [one = 0, other = 0] = [low, high].map((entry) => curve.readUInt16BE(12 + 2 * entry));
  return (one + other) / 2 / 65_535;
}
