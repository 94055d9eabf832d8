/** The files that `withGossamer` made, as it writes them to `gossamer-images.json`. */
export interface MadeImages {
  /** URL of the folder with the files. */
  baseUrl: string;
  /** Widths in ascending order, and the extension of the files, by the URL of the original. */
  images: Record<string, { widths: number[]; extension: string }>;
}

/** What Next.js asks a loader for. `quality` is that of the build. */
export interface LoaderRequest {
  src: string;
  width: number;
}

/**
 * Returns the loader of `next/image` for images that `withGossamer` made. The file is the narrowest that is at least as
 * wide as requested, or else the widest. Other images are loaded as they are.
 */
export function createLoader({ baseUrl, images }: MadeImages): (request: LoaderRequest) => string {
  return ({ src, width }) => {
    const image = images[src];
    if (!image) return `${src}${src.includes('?') ? '&' : '?'}w=${width}`;
    const { widths, extension } = image;
    const madePx = widths.find((each) => each >= width) ?? widths.at(-1);
    const path = `${src.replace(/^\//, '').replace(/\.\w+$/, '')}-${madePx}w.${extension}`;
    return `${baseUrl}/${path.split('/').map(encodeURIComponent).join('/')}`;
  };
}
