import { mediaTypes } from './formats.ts';
import { fileFor, type Snippet } from './variant-snippet.ts';

/**
 * Returns a CSS rule with a background image. CSS chooses by the density of the screen, not by the width of the element:
 * screens of the highest density get the widest file. Browsers that do not know `image-set` with `type` use the first
 * declaration.
 */
export function variantCss({ additional, fallback, widest, maxDensity, stem }: Snippet): string {
  const hasOneWidth = fallback.files.length === 1;
  const highest = hasOneWidth ? 1 : Math.max(2, maxDensity);
  const densities = Array.from({ length: highest }, (_, index) => index + 1);
  const options = densities.flatMap((density) => {
    const widthPx = (widest.widthPx * density) / highest;
    return [...additional, fallback].map(({ format, files }) => {
      const url = fileFor(files, widthPx)?.url ?? '';
      return `    url("${url}") type("${mediaTypes[format]}") ${density}x`;
    });
  });
  const plainUrl = fileFor(fallback.files, widest.widthPx / highest)?.url ?? '';
  return `.${className(stem)} {
  background-image: url("${plainUrl}");
  background-image: image-set(
${options.join(',\n')}
  );
  background-size: cover;
}
`;
}

/** Returns the name of the image as a class name of ASCII letters, digits and hyphens. */
function className(stem: string): string {
  const words = stem
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = words?.join('-') ?? 'image';
  return /^\d/.test(name) ? `image-${name}` : name;
}
