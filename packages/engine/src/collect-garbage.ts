import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/**
 * Runs V8's garbage collector immediately, which blocks the thread. V8 would run it late: it counts only
 * the small objects on its heap, and not the pixels and WebAssembly memory that they refer to.
 */
export const collectGarbage = runInNewContext('gc') as () => void;
