import type { BuiltArea, BuiltPage } from './build-site.ts';
import { originMark, pathOf } from './site-links.ts';

/** Largest size of llms-full.txt. A larger file would not fit into the context of many models. */
const maxFullBytes = 300_000;

const summary = `# Gossamer

> Gossamer compresses images: it searches for the smallest file that still looks as close to the original as you ask. \
There is a web app, an API with webhooks, a TypeScript client, a command line, and the same engine as a package for your own computer.

JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF and BMP go in; JPEG, PNG, WebP, AVIF and JPEG XL come out. Quality is a perceptual \
score from 10 to 100. The API needs a key of an account on Pro: ${originMark}/account. Every page of the documentation is \
also available as Markdown at its address with \`.md\`.`;

const reference = `## API reference

- [OpenAPI document](${originMark}/api/v1/openapi.json): every operation, parameter, response and webhook message, as OpenAPI 3.1
- [API reference](${originMark}/api/docs): the same for people, with code in curl, Node.js and Python
- [Error codes](${originMark}/api/docs/errors): what each code means and what to do`;

const lineOf = ({ name, title, description }: BuiltPage) =>
  `- [${title}](${originMark}${pathOf(name)}.md): ${description}`;

const listOf = ({ title, groups }: BuiltArea) =>
  `## ${title}\n\n${groups.flatMap(({ pages }) => pages.map(lineOf)).join('\n')}`;

/** Returns llms.txt (llmstxt.org): what the product is, and a line for each page. */
export function llmsText(areas: readonly BuiltArea[], hasFullText: boolean): string {
  const [first, ...others] = areas.map(listOf);
  const full = `## Optional\n\n- [All pages in one file](${originMark}/llms-full.txt): the Markdown of every page listed above`;
  return [summary, first, reference, ...others, ...(hasFullText ? [full] : [])].join('\n\n').concat('\n');
}

/** Returns the Markdown of all pages in one text, or undefined if it is too large for most models. */
export function llmsFullText(areas: readonly BuiltArea[]): string | undefined {
  const pages = areas.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
  const text = [summary, ...pages.map(({ markdown }) => markdown.trim())].join('\n\n---\n\n').concat('\n');
  return Buffer.byteLength(text) < maxFullBytes ? text : undefined;
}

/** Returns the Markdown version of the page that lists all pages. */
export const homeMarkdown = (areas: readonly BuiltArea[]): string =>
  `# Gossamer documentation\n\n${areas.map(listOf).join('\n\n')}\n\n${reference}\n`;
