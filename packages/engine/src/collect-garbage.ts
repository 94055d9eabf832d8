import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/**
 * Collects garbage at once. V8 delays it, because pixels and WebAssembly memory are outside its heap and their objects
 * are small. Blocks the thread for 5 to 20 ms.
 */
export const collectGarbage = runInNewContext('gc') as () => void;
