import { compress } from '../engine/compress.ts';
import { lowerPriority } from './lower-priority.ts';
import { serveEngine } from './serve-engine.ts';

lowerPriority(Number(process.env.ENGINE_NICENESS ?? 19));

/** Entry point of an engine process. */
await serveEngine(compress);
