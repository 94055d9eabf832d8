/** The fields of a TIFF directory that describe the type of its image (TIFF 6.0; DNG 1.6). Absent numbers are 0. */
export type TiffDirectory = { subfileType: number; photometric: number; isDng: boolean };

/** Maximum number of directories to read. Callers need not count pages beyond this number. */
const maxDirectories = 64;

const tags = { subfileType: 254, photometric: 262, nested: 330, dngVersion: 50_706 };
/**
 * Bytes per value, by the number of the field type: SHORT, LONG, IFD, LONG8 and IFD8. Fields of other types are not
 * needed.
 */
const typeBytes: Record<number, number> = { 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };

/**
 * Returns the directories of a TIFF or BigTIFF: those of its pages, and those of images nested in the pages. Ignores
 * malformed parts.
 */
export function readDirectories(file: Buffer): { pages: TiffDirectory[]; nested: TiffDirectory[] } {
  const reader = new DirectoryReader(file);
  const pages: TiffDirectory[] = [];
  const nestedAt: number[] = [];
  for (let at = reader.firstAt; at !== 0 && pages.length < maxDirectories; ) {
    const read = reader.directory(at);
    if (!read) break;
    pages.push(read.directory);
    nestedAt.push(...read.nestedAt);
    at = read.nextAt;
  }
  const nested = nestedAt.slice(0, maxDirectories).flatMap((at) => reader.directory(at)?.directory ?? []);
  return { pages, nested };
}

type Field = { tag: number; type: number; count: number; valueAt: number };

class DirectoryReader {
  readonly firstAt: number;
  readonly #file: Buffer;
  readonly #isLittle: boolean;
  readonly #isBig: boolean;
  readonly #seen = new Set<number>();

  constructor(file: Buffer) {
    this.#file = file;
    this.#isLittle = file[0] === 0x49;
    this.#isBig = this.#number(2, 2) === 43;
    this.firstAt = this.#isBig ? this.#number(8, 8) : this.#number(4, 4);
  }

  /** Returns the directory at an offset, or undefined if it is outside the file or has been read before. */
  directory(at: number) {
    const countBytes = this.#isBig ? 8 : 2;
    const fieldBytes = this.#isBig ? 20 : 12;
    const count = this.#number(at, countBytes);
    const endsAt = at + countBytes + count * fieldBytes;
    if (this.#seen.has(at) || count === 0 || endsAt > this.#file.length) return undefined;
    this.#seen.add(at);
    const fields = Array.from({ length: count }, (_, n) => this.#field(at + countBytes + n * fieldBytes));
    const numberOf = (wanted: number) => {
      const field = fields.find(({ tag }) => tag === wanted);
      return (field && this.#values(field)[0]) ?? 0;
    };
    const nested = fields.find(({ tag }) => tag === tags.nested);
    const directory: TiffDirectory = {
      subfileType: numberOf(tags.subfileType),
      photometric: numberOf(tags.photometric),
      isDng: fields.some(({ tag }) => tag === tags.dngVersion),
    };
    const nextAt = this.#number(endsAt, this.#isBig ? 8 : 4);
    return { directory, nestedAt: nested ? this.#values(nested) : [], nextAt };
  }

  #field(at: number): Field {
    const countBytes = this.#isBig ? 8 : 4;
    return {
      tag: this.#number(at, 2),
      type: this.#number(at + 2, 2),
      count: this.#number(at + 4, countBytes),
      valueAt: at + 4 + countBytes,
    };
  }

  #values({ type, count, valueAt }: Field): number[] {
    const bytes = typeBytes[type] ?? 0;
    const offsetBytes = this.#isBig ? 8 : 4;
    const at = bytes * count > offsetBytes ? this.#number(valueAt, offsetBytes) : valueAt;
    const length = bytes === 0 ? 0 : Math.min(count, maxDirectories);
    return Array.from({ length }, (_, n) => this.#number(at + n * bytes, bytes));
  }

  /** Reads a number of 2, 4 or 8 bytes. Bytes outside the file are read as 0. */
  #number(at: number, bytes: number): number {
    if (at < 0 || at + bytes > this.#file.length) return 0;
    if (bytes === 8) {
      return Number(this.#isLittle ? this.#file.readBigUInt64LE(at) : this.#file.readBigUInt64BE(at));
    }
    return this.#isLittle ? this.#file.readUIntLE(at, bytes) : this.#file.readUIntBE(at, bytes);
  }
}
