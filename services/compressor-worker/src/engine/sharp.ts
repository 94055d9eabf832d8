import sharp from 'sharp';

// Use one thread per image, because more processes scale better than more threads. Disable the cache, which would only
// grow.
sharp.concurrency(1);
sharp.cache(false);

// Block all loaders first. libvips picks a loader by content, and loaders for SVG, PDF, TIFF and others add attack
// surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    // Needed to score AVIF results and to list the metadata of HEIC files. This build cannot decode HEIC pixels.
    'VipsForeignLoadHeifBuffer',
    // Only used for decoded pixels that heic/tiff.ts wraps. Users' TIFF files are rejected before.
    'VipsForeignLoadTiffBuffer',
  ],
});

/** sharp, configured for untrusted images. Other files of the engine must import it from here. */
export { sharp };
