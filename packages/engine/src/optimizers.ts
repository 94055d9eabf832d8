/**
 * The optimizers, in a separate module that is replaced in browsers. If the field `imports` named the package directly,
 * bundlers would include it.
 */
// biome-ignore lint/performance/noBarrelFile: it only makes the package replaceable.
export { compressJpeg, losslessCompressPng, pngQuantize, Transformer } from '@napi-rs/image';
