import { constants, setPriority } from 'node:os';
import { compress } from '../engine/compress.ts';
import { serveEngine } from './serve-engine.ts';

// Pictures take every core there is; on a machine of one's own those who answer people come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** The process that a slot starts. */
await serveEngine(compress);
