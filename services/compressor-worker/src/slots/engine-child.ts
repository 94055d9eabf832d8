import { compress } from '../engine/compress.ts';
import { serveEngine } from './serve-engine.ts';

/** The process that a slot starts. */
await serveEngine(compress);
