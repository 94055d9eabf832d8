import sharp from 'sharp';

// One image, one thread: more workers scale better than more threads per image, and a cache only grows.
sharp.concurrency(1);
sharp.cache(false);

// libvips picks its loader by content and has one for SVG, PDF, TIFF and many more, each a variant in for an attacker.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    // AVIF results are read back to be judged, and what a HEIC carries is listed; its pixels are not in reach here.
    'VipsForeignLoadHeifBuffer',
    // Only for pixels that we wrapped ourselves (heic/tiff.ts): files of users are told by their content before.
    'VipsForeignLoadTiffBuffer',
  ],
});

/** sharp, set up for untrusted images. The engine's only variant to it. */
export { sharp };
