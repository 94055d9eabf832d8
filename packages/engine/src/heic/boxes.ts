/** A box in an ISO base media file: its four-character type and the byte offsets of its payload. */
export type Box = { type: string; start: number; end: number };

/** Maximum number of boxes, to prevent memory exhaustion by empty boxes. Phone photos have about a thousand. */
const maxBoxes = 100_000;

/**
 * Reads big-endian numbers and the boxes of a file (ISO/IEC 14496-12, 4.2). Throws a RangeError when reading outside
 * the file.
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

  /** Returns a 16-bit or 32-bit number. The width depends on the version or flags of the enclosing box. */
  u16or32(at: number, is32Bit: boolean): number {
    return is32Bit ? this.u32(at) : this.u16(at);
  }

  /** Returns the four-character type at an offset. */
  type(at: number): string {
    this.u32(at);
    return this.#file.toString('latin1', at, at + 4);
  }

  /** Returns text up to a zero byte or `end`. */
  text(start: number, end: number): string {
    return this.#file.toString('latin1', start, end).split('\0', 1).join('');
  }

  /** Returns a range of the file as a view, not a copy. */
  bytes(start: number, end: number): Buffer {
    return this.#file.subarray(start, end);
  }

  /** Yields the boxes between two offsets, in file order. */
  *boxes(start: number, end: number): Generator<Box> {
    for (let at = start; at < end; ) {
      this.#boxesRead += 1;
      if (this.#boxesRead > maxBoxes) throw new RangeError('invalid HEIF: too many boxes');
      const box = this.#boxAt(at, end);
      yield box;
      at = box.end;
    }
  }

  #boxAt(at: number, limit: number): Box {
    const size = this.u32(at);
    const type = this.type(at + 4);
    // A size of 0 means that the box extends to the end of the file; 1 means that a 64-bit size follows.
    const headerBytes = size === 1 ? 16 : 8;
    const sizeBytes = size === 1 ? Number(this.#file.readBigUInt64BE(at + 8)) : size || limit - at;
    if (sizeBytes < headerBytes || at + sizeBytes > limit)
      throw new RangeError(`invalid HEIF: wrong size of ${type} box at ${at}`);
    return { type, start: at + headerBytes, end: at + sizeBytes };
  }
}
