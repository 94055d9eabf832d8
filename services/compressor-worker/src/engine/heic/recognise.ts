/** Brands of still pictures and sequences coded with HEVC: ISO/IEC 23008-12, annex B.4. */
const hevcBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
/** Brands that say no more than "some picture file": what its coding is, the header tells. */
const anyBrands = new Set(['mif1', 'mif2', 'msf1', 'miaf']);
const avifBrands = new Set(['avif', 'avis']);

/**
 * Whether the first bytes of a file call it HEIC or HEIF: by the brands of its `ftyp` box (ISO/IEC 14496-12, 4.3).
 * A yes is no promise that the coding inside is HEVC; AVIF is a no.
 */
export function recognisesHeic(file: Uint8Array): boolean {
  const start = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, maxBoxBytes));
  if (start.length < 16 || start.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = [...brandsOf(start)];
  const [major = ''] = brands;
  if (avifBrands.has(major)) return false;
  if (brands.some((brand) => hevcBrands.has(brand))) return true;
  return anyBrands.has(major) && !brands.some((brand) => avifBrands.has(brand));
}

/** No sane file lists more. */
const maxBoxBytes = 1024;

/** The major brand, then the compatible ones; the version lies between. */
function* brandsOf(file: Buffer): Generator<string> {
  const end = Math.min(file.readUInt32BE(0), file.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12) yield file.toString('latin1', at, at + 4);
  }
}
