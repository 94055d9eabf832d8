import sharp from 'sharp';

// One image, one thread: more workers scale better than more threads per image, and a cache only grows.
sharp.concurrency(1);
sharp.cache(false);

// libvips picks its loader by content and has one for SVG, PDF, TIFF and many more, each a way in for an attacker.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** sharp, set up for untrusted pictures. The engine's only way to it. */
export { sharp };
