import { Buffer } from 'buffer/';

/** Provides the globals of Node.js that the engine and its packages use. Must be the first import. */
Object.assign(globalThis, { Buffer, process: { env: {} } });
