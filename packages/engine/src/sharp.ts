import sharp from 'sharp';

// Use one thread per image, because more processes scale better than more threads. Disable the cache, which would only
// consume memory.
sharp.concurrency(1);
sharp.cache(false);

// Block all loaders first. libvips selects a loader by file content, and loaders for SVG, PDF and other formats
// increase the attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    // Required for AVIF and for listing metadata of HEIC files. This build cannot decode HEIC pixels.
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
    // Required for uploaded TIFF files and for pixels of HEIC and BMP files, which are passed on as TIFF.
    'VipsForeignLoadTiffBuffer',
  ],
});

/** The sharp library, configured for untrusted images. Other engine files must import sharp from here. */
export { sharp };
