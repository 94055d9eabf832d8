import { compress } from '../engine/compress.ts';
import { giveWay } from './give-way.ts';
import { serveEngine } from './serve-engine.ts';

giveWay(Number(process.env.ENGINE_NICENESS ?? 19));

/** The process that a slot starts. */
await serveEngine(compress);
