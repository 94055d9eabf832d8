/** Brands of pictures coded with HEVC, and those that say no more than "some picture file" (ISO/IEC 23008-12, annex B.4). */
const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const anyBrands = ['mif1', 'mif2', 'msf1', 'miaf'];
const avifBrands = ['avif', 'avis'];

/** Enough for the `ftyp` box of any sane file. */
export const heicHeadBytes = 1024;

/** Whether a file calls itself HEIC or HEIF, by the brands in the `ftyp` box that it begins with. */
export function isHeic(head: Uint8Array): boolean {
  const brands = brandsOf(head);
  const [major = ''] = brands;
  if (avifBrands.includes(major)) return false;
  if (brands.some((brand) => hevcBrands.includes(brand))) return true;
  return anyBrands.includes(major) && !brands.some((brand) => avifBrands.includes(brand));
}

/** The major brand, then the compatible ones; the version lies between. */
function brandsOf(head: Uint8Array): string[] {
  if (head.length < 16) return [];
  const letters = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (letters(4) !== 'ftyp') return [];
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= Math.min(boxBytes, head.length); at += 4) {
    if (at !== 12) brands.push(letters(at));
  }
  return brands;
}
