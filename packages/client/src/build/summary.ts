import { formatBytes, formatNumber, savedPercent } from '@gossamer/contracts/english-figures';

/** Counts what a build did. */
export class Summary {
  #images = 0;
  #cached = 0;
  #originalBytes = 0;
  #resultBytes = 0;

  /** Counts an image. `resultBytes` is the size of the original if it was kept. */
  add(image: { originalBytes: number; resultBytes: number; isCached: boolean }): void {
    this.#images += 1;
    this.#cached += Number(image.isCached);
    this.#originalBytes += image.originalBytes;
    this.#resultBytes += image.resultBytes;
  }

  /** Returns a line such as "gossamer: 12 images, 3.1 MB → 912 KB (-71%), 10 from the cache". */
  line(): string {
    const images = `${formatNumber(this.#images)} ${this.#images === 1 ? 'image' : 'images'}`;
    const saved = Math.round(savedPercent(this.#originalBytes, this.#resultBytes));
    const sizes = `${formatBytes(this.#originalBytes)} → ${formatBytes(this.#resultBytes)} (-${saved}%)`;
    const cached = this.#cached > 0 ? `, ${formatNumber(this.#cached)} from the cache` : '';
    return this.#images === 0 ? 'gossamer: no images' : `gossamer: ${images}, ${sizes}${cached}`;
  }
}
