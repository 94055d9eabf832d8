import Vips from 'wasm-vips';

let loading: Promise<typeof Vips> | undefined;

/**
 * Loads the WebAssembly build of libvips with libjxl on first use. Only JPEG XL needs it, because sharp's build of
 * libvips does not support JPEG XL. As in sharp, one thread is used and the cache is disabled.
 */
export function loadVips(): Promise<typeof Vips> {
  loading ??= load();
  return loading;
}

async function load(): Promise<typeof Vips> {
  const vips = await Vips({ dynamicLibraries: ['vips-jxl.wasm'] });
  vips.concurrency(1);
  vips.Cache.max(0);
  return vips;
}
