import { escapeHtml } from './escape-html.ts';
import { extensions } from './formats.ts';
import { encodeSegment, type Snippet } from './variant-snippet.ts';

/** Largest width in pixels that the configuration of Next.js accepts. */
const maxConfigWidthPx = 10_000;

/**
 * Returns a component for Next.js 13 to 16. `<Image>` has one `srcset`, so it can offer only one format: WebP if the group
 * has it, because all browsers that Next.js supports can show WebP, or else the fallback.
 *
 * The loader must be in a client component. Its `src` is only the name, because Next.js warns about loaders that return
 * `src` unchanged. The expressions have no type annotations, so that the file can be JavaScript or TypeScript.
 */
export function variantNextJs(snippet: Snippet): string {
  const { additional, fallback, widest, folderUrl, stem } = snippet;
  const { format, files } = additional.find((one) => one.format === 'webp') ?? fallback;
  const widthsPx = files.map(({ widthPx }) => widthPx);
  const requested = widthsPx.filter((widthPx) => widthPx <= maxConfigWidthPx);
  const found = `widths.find((each) => each >= width) ?? ${widthsPx.at(-1)}`;
  return `'use client';

import Image from 'next/image';

// Add to next.config, so that Next.js offers exactly these widths:
//   images: { deviceSizes: [${requested.join(', ')}], imageSizes: [] }
const widths = [${widthsPx.join(', ')}];

export default function ${componentName(stem)}() {
  return (
    <Image
      loader={({ src, width }) => \`${folderUrl}\${src}-\${${found}}w.${extensions[format]}\`}
      src="${escapeHtml(encodeSegment(stem))}"
      sizes="${escapeHtml(snippet.sizes)}"
      width={${snippet.pageWidthPx}}
      height={${snippet.pageHeightPx}}
      alt="${escapeHtml(snippet.alt)}"
      placeholder="blur"
      blurDataURL="${escapeHtml(snippet.placeholderUrl)}"
      style={{ maxWidth: '100%', height: 'auto', aspectRatio: '${widest.widthPx} / ${widest.heightPx}' }}
    />
  );
}
`;
}

/** Returns the name of the image in PascalCase, followed by "Image". */
function componentName(stem: string): string {
  const words = stem.normalize('NFKD').match(/[a-zA-Z0-9]+/g) ?? [];
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `Image${name}` : `${name}Image`;
}
