import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Asset, createAsset, digestOf } from './send-asset.ts';

const ours = (name: string) => readFile(join(import.meta.dirname, 'assets', name));
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const theirs = (name: string) => readFile(join(swaggerUi, name));
const miniSearch = fileURLToPath(import.meta.resolve('minisearch'));

/** Returns the project's files as one. */
const joined = async (...names: string[]) => Buffer.concat(await Promise.all(names.map(ours)));

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * URL paths of the files loaded by the documentation pages. Each path contains a content hash, so that browsers may
 * cache the file forever.
 */
export interface AssetPaths {
  pageCss: string;
  pageJs: string;
  font: string;
  referenceCss: string;
  articleCss: string;
  searchJs: string;
  /** Module that finds results, and the library that reads the index of the guide. Loaded when the search is opened. */
  searchResultsJs: string;
  miniSearchJs: string;
  consoleCss: string;
  consoleJs: string;
  swaggerUiJs: string;
}

/** Hashes the files loaded by the documentation pages. Contents are read on request and not kept in memory. */
export async function findAssets(): Promise<{ paths: AssetPaths; byPath: Map<string, Asset> }> {
  const byPath = new Map<string, Asset>();
  const add = async (name: string, read: () => Promise<Buffer>): Promise<string> => {
    const digest = digestOf(await read());
    const extension = extname(name);
    const path = `/api/docs/assets/${name.slice(0, -extension.length)}-${digest}${extension}`;
    byPath.set(path, createAsset(types[extension] ?? 'application/octet-stream', digest, read));
    return path;
  };
  const font = await add('geist.woff2', () => ours('geist-latin-wght-normal.woff2'));
  const paths = {
    font,
    pageCss: await add('page.css', async () =>
      Buffer.concat([Buffer.from(fontFace(font)), await joined('page.css', 'search.css')]),
    ),
    pageJs: await add('page.js', () => ours('page.js')),
    referenceCss: await add('reference.css', () => joined('contents.css', 'code.css', 'reference.css')),
    articleCss: await add('article.css', () =>
      joined('contents.css', 'code.css', 'cards.css', 'article.css', 'home.css'),
    ),
    searchJs: await add('search.js', () => ours('search.js')),
    searchResultsJs: await add('search-results.js', () => ours('search-results.js')),
    miniSearchJs: await add('minisearch.js', () => readFile(miniSearch)),
    consoleCss: await add('console.css', consoleCss),
    consoleJs: await add('console.js', () => ours('console.js')),
    swaggerUiJs: await add('swagger-ui.js', () => theirs('swagger-ui-bundle.js')),
  };
  return { paths, byPath };
}

const fontFace = (path: string) =>
  `@font-face{font-family:"Geist Variable";src:url("${path}") format("woff2");font-weight:100 900;font-display:swap}\n`;

/**
 * Returns the stylesheet of the API console. Swagger UI's rules are in a cascade layer, so that the project's rules
 * take precedence regardless of specificity.
 */
async function consoleCss(): Promise<Buffer> {
  const [below, above] = await Promise.all([theirs('swagger-ui.css'), ours('console.css')]);
  return Buffer.from(`@layer swagger{${below}}\n${above}`);
}
