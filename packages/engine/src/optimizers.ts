/** Replaced in browsers. A file, because bundlers would include a package that the field `imports` names. */
// biome-ignore lint/performance/noBarrelFile: it only makes the package replaceable.
export { compressJpeg, losslessCompressPng, pngQuantize, Transformer } from '@napi-rs/image';
