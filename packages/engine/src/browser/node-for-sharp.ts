/*
 * Takes the place of the modules of Node.js, and of the package detect-libc, that sharp's JavaScript imports. sharp reads
 * and writes only bytes here, so streams and paths are never used.
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

/** A function, because sharp calls it without `new`. */
function Duplex(): void {}
Object.assign(Duplex.prototype, { on() {}, once() {}, emit() {} });

/** Used only to look up versions, which sharp omits if the lookup fails. */
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
