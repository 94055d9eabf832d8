/*
 * Replaces the Node.js modules and the package detect-libc, which sharp's JavaScript imports. Streams and paths are
 * never used, because in browsers, sharp reads and writes only bytes.
 */

class EventEmitter {
  on(): this {
    return this;
  }
  once(): this {
    return this;
  }
  emit(): boolean {
    return false;
  }
}

/** This is a function and not a class, because sharp calls it without `new`. */
function Duplex(): void {}
Object.assign(Duplex.prototype, { on() {}, once() {}, emit() {} });

/** Always throws. sharp uses it only to look up versions, and omits them if the lookup fails. */
export const createRequire = () => () => {
  throw new Error('browsers have no packages');
};
export const availableParallelism = (): number => 1;

// biome-ignore lint/style/noDefaultExport: sharp imports it as the default.
export default {
  EventEmitter,
  Duplex,
  debuglog: () => () => {},
  /** Functions of detect-libc. */
  familySync: () => null,
  isNonGlibcLinuxSync: () => false,
};
