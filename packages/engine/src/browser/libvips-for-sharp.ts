/** Replaces sharp's `libvips.mjs`, which looks for an installed libvips. */
// biome-ignore lint/style/noDefaultExport: sharp imports it as the default.
export default { runtimePlatformArch: () => 'browser-wasm32' };
