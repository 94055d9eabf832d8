/** The functions of zlib that the engine uses, in a separate module that is replaced in browsers. */
// biome-ignore lint/performance/noBarrelFile: TypeScript does not resolve a module of Node.js in the field `imports`.
export { crc32, deflateSync, inflateSync } from 'node:zlib';
