import { compress } from '@gossamer/engine/compress';
import { lowerPriority } from './lower-priority.ts';
import { serveEngine } from './serve-engine.ts';

lowerPriority(Number(process.env.ENGINE_NICENESS ?? 19));

/** Entry point of an engine process. */
await serveEngine(compress);
