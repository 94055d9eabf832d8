import facts from './images/images.json';

/** What was measured on real files; tools/bench/src/landing-images.ts writes it. */
export const measured = facts;

/** Two files that lie beside the JSON, and what it says of them. */
export type Pair = (typeof facts.hero)['desktop'];

const urls = import.meta.glob<string>('./images/*.{jpg,png,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Where a file of the images folder is served. */
export function imageUrl(name: string): string {
  const url = urls[`./images/${name}`];
  if (url === undefined) throw new Error(`No image ${name}`);
  return url;
}

/** All samples in one batch. */
export const batch = {
  originalBytes: sum(facts.samples.map(({ originalBytes }) => originalBytes)),
  resultBytes: sum(facts.samples.map(({ resultBytes }) => resultBytes)),
};

/** Of the sample photo. */
export const photoMegapixels = (facts.photo.widthPx * facts.photo.heightPx) / 1_000_000;

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
