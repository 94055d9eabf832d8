import Vips from 'wasm-vips';

let loading: Promise<typeof Vips> | undefined;

/**
 * Loads libvips with libjxl in WebAssembly on first use, because only JPEG XL needs it: sharp's build of libvips has no
 * JPEG XL. One thread and no cache, as for sharp.
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
