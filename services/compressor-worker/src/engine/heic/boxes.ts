/** One box of an ISO base media file: its four-letter type and where its payload lies in the file, in bytes. */
export type Box = { type: string; start: number; end: number };

/** Phones' files have about a thousand boxes. The limit prevents memory exhaustion by empty ones. */
const maxBoxes = 100_000;

/**
 * Reads big-endian numbers of a file, and its boxes (ISO/IEC 14496-12, 4.2).
 * Whatever lies outside of the file throws a RangeError.
 */
export class BoxReader {
  readonly #file: Buffer;
  #boxesRead = 0;

  constructor(file: Uint8Array) {
    this.#file = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }

  get sizeBytes(): number {
    return this.#file.length;
  }

  u8(at: number): number {
    return this.#file.readUInt8(at);
  }

  u16(at: number): number {
    return this.#file.readUInt16BE(at);
  }

  u32(at: number): number {
    return this.#file.readUInt32BE(at);
  }

  i32(at: number): number {
    return this.#file.readInt32BE(at);
  }

  /** A number of 16 or 32 bits, as the version or the flags of its box say. */
  u16or32(at: number, is32Bit: boolean): number {
    return is32Bit ? this.u32(at) : this.u16(at);
  }

  /** Four letters. */
  type(at: number): string {
    this.u32(at);
    return this.#file.toString('latin1', at, at + 4);
  }

  /** Text up to a zero byte or the end of its box. */
  text(start: number, end: number): string {
    return this.#file.toString('latin1', start, end).split('\0', 1).join('');
  }

  /** A view, not a copy. */
  bytes(start: number, end: number): Buffer {
    return this.#file.subarray(start, end);
  }

  /** The boxes that lie between two offsets, one after another. */
  *boxes(start: number, end: number): Generator<Box> {
    for (let at = start; at < end; ) {
      this.#boxesRead += 1;
      if (this.#boxesRead > maxBoxes) throw new RangeError('more boxes than any image needs');
      const box = this.#boxAt(at, end);
      yield box;
      at = box.end;
    }
  }

  #boxAt(at: number, limit: number): Box {
    const size = this.u32(at);
    const type = this.type(at + 4);
    // 0: up to the end; 1: the size follows in 64 bits.
    const headerBytes = size === 1 ? 16 : 8;
    const sizeBytes = size === 1 ? Number(this.#file.readBigUInt64BE(at + 8)) : size || limit - at;
    if (sizeBytes < headerBytes || at + sizeBytes > limit) throw new RangeError(`box ${type} at ${at}`);
    return { type, start: at + headerBytes, end: at + sizeBytes };
  }
}
