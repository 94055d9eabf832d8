/** X values of the red, green and blue primaries of Display P3, adapted to D50 as stored in ICC profiles. */
const primariesX = { rXYZ: 0.5151, gXYZ: 0.292, bXYZ: 0.1571 };

/** Returns whether an ICC profile has the primaries of Display P3. Profile names are ignored, because they vary. */
export function isDisplayP3(profile: Uint8Array): boolean {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  try {
    const tags = readTags(view);
    return Object.entries(primariesX).every(([name, x]) => {
      const at = tags.get(name);
      // The tag's value is an s15Fixed16 number that follows the type signature and four reserved bytes.
      return at !== undefined && Math.abs(view.getInt32(at + 8) / 65_536 - x) < 0.004;
    });
  } catch (error) {
    // A truncated profile is not treated as Display P3.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns a map from tag name to the byte offset of the tag's value (ICC.1, 7.3). */
function readTags(view: DataView): Map<string, number> {
  const tags = new Map<string, number>();
  const count = Math.min(view.getUint32(128), 100);
  for (let at = 132; at < 132 + count * 12; at += 12) {
    const name = String.fromCharCode(...[0, 1, 2, 3].map((nth) => view.getUint8(at + nth)));
    tags.set(name, view.getUint32(at + 4));
  }
  return tags;
}
