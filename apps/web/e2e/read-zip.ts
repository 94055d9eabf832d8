import { manifestNames } from '@gossamer/contracts/manifest';

/** Returns the files in an uncompressed ZIP file, read from the central directory. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('Invalid ZIP: missing end of central directory record');
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const method = zip.readUInt16LE(at + 10);
    if (method !== 0) throw new Error(`Unsupported ZIP compression method: ${method}`);
    const size = zip.readUInt32LE(at + 24);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.set(name, zip.subarray(start, start + size));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the images in a ZIP file that the web app created, without the manifest. */
export function imagesIn(zip: Buffer): Map<string, Buffer> {
  const entries = readZip(zip);
  for (const name of Object.values(manifestNames)) entries.delete(name);
  return entries;
}
