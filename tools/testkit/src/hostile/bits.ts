/** Writes numbers of any bit width. PNG, JPEG and HEVC start with the highest bit, WebP with the lowest. */
export class BitWriter {
  readonly #bits: number[] = [];

  /** Appends a number, starting with its highest bit. */
  high(value: number, width: number): this {
    for (let bit = width - 1; bit >= 0; bit--) this.#bits.push((value >>> bit) & 1);
    return this;
  }

  /** Appends a number, starting with its lowest bit. */
  low(value: number, width: number): this {
    for (let bit = 0; bit < width; bit++) this.#bits.push((value >>> bit) & 1);
    return this;
  }

  /** Appends a number as an unsigned Exp-Golomb code (ITU-T H.265, 9.2). */
  golomb(value: number): this {
    const width = 31 - Math.clz32(value + 1);
    return this.high(0, width).high(value + 1, width + 1);
  }

  /**
   * Returns the bits as bytes, padded with `filler` to a whole byte. `order` specifies whether the first bit is the
   * highest or the lowest bit of a byte.
   */
  bytes(order: 'high' | 'low', filler: 0 | 1 = 0): Buffer {
    const out = Buffer.alloc(Math.ceil(this.#bits.length / 8), filler === 1 ? 255 : 0);
    for (const [nth, bit] of this.#bits.entries()) {
      const mask = order === 'high' ? 0x80 >> (nth % 8) : 1 << (nth % 8);
      const at = nth >> 3;
      out[at] = bit === 1 ? (out[at] ?? 0) | mask : (out[at] ?? 0) & ~mask;
    }
    return out;
  }
}
