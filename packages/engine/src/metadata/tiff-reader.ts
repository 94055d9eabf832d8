/** An entry in an EXIF directory: tag, field type, number of values and their offset (TIFF 6.0, section 2). */
export type Entry = { tag: number; type: number; count: number; valueAt: number };
export type Directory = { entries: Entry[]; nextAt: number };

/** Bytes per value, by field type: BYTE, ASCII, SHORT, LONG, RATIONAL, SBYTE, UNDEFINED, SSHORT, SLONG, SRATIONAL. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8];
const entryBytes = 12;

/** Reads the directories of an EXIF block, with or without its prefix. Data outside the block is read as empty or 0. */
export class TiffReader {
  readonly #tiff: Buffer;
  readonly #isLittle: boolean;

  constructor(block: Buffer) {
    const hasPrefix = block.toString('latin1', 0, 6) === 'Exif\0\0';
    this.#tiff = hasPrefix ? block.subarray(6) : block;
    this.#isLittle = this.#tiff.toString('latin1', 0, 2) === 'II';
  }

  main(): Directory {
    return this.directory(this.u32(4));
  }

  directory(at: number): Directory {
    const count = at === 0 ? 0 : this.#u16(at);
    const endsAt = at + 2 + count * entryBytes;
    if (!this.#has(at, endsAt - at)) return { entries: [], nextAt: 0 };
    const entries = Array.from({ length: count }, (_, n) => this.#entry(at + 2 + n * entryBytes));
    return { entries, nextAt: this.u32(endsAt) };
  }

  /** Returns the subdirectory that a tag points to. */
  within({ entries }: Directory, tag: number): Directory {
    const pointer = entries.find((entry) => entry.tag === tag);
    return pointer ? this.directory(this.u32(pointer.valueAt)) : { entries: [], nextAt: 0 };
  }

  u32(at: number): number {
    if (!this.#has(at, 4)) return 0;
    return this.#isLittle ? this.#tiff.readUInt32LE(at) : this.#tiff.readUInt32BE(at);
  }

  /** Returns the bytes of an entry's values. */
  bytes({ type, count, valueAt }: Entry): Buffer {
    const sizeBytes = count * (typeBytes[type] ?? 0);
    const at = sizeBytes > 4 ? this.u32(valueAt) : valueAt;
    return this.#has(at, sizeBytes) ? this.#tiff.subarray(at, at + sizeBytes) : Buffer.alloc(0);
  }

  /** Returns an entry's values as pairs of numerator and denominator. Empty unless the field type is RATIONAL. */
  rationals(entry: Entry): [number, number][] {
    if (entry.type !== 5) return [];
    const at = this.u32(entry.valueAt);
    const isThere = entry.count <= 3 && this.#has(at, entry.count * 8);
    return Array.from({ length: isThere ? entry.count : 0 }, (_, n) => [
      this.u32(at + n * 8),
      this.u32(at + n * 8 + 4),
    ]);
  }

  #entry(at: number): Entry {
    return { tag: this.#u16(at), type: this.#u16(at + 2), count: this.u32(at + 4), valueAt: at + 8 };
  }

  #u16(at: number): number {
    if (!this.#has(at, 2)) return 0;
    return this.#isLittle ? this.#tiff.readUInt16LE(at) : this.#tiff.readUInt16BE(at);
  }

  #has(at: number, bytes: number): boolean {
    return at >= 0 && at + bytes <= this.#tiff.length;
  }
}
