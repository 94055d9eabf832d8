import sharp from 'sharp';

// Use one thread per image: more processes scale better than more threads. The cache would only grow.
sharp.concurrency(1);
sharp.cache(false);

// libvips picks its loader by content and has loaders for SVG, PDF, TIFF and many more: each adds attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    // Needed to score AVIF results and to list the metadata of HEIC files. It cannot decode HEIC pixels here.
    'VipsForeignLoadHeifBuffer',
    // Only for decoded pixels that heic/tiff.ts wraps; users' files are identified by content before.
    'VipsForeignLoadTiffBuffer',
  ],
});

/** sharp, configured for untrusted images. The engine must import it only from here. */
export { sharp };
