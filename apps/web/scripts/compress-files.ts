import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * Last step of the build: compresses the text files in `dist/`, so that the gateway can serve them without compressing
 * each response.
 */
const root = join(import.meta.dirname, '../dist');
const isText = /\.(js|css|svg|wasm|json)$/;
const minBytes = 1_024;

for (const path of await readdir(root, { recursive: true })) {
  if (!isText.test(path) || /^(pages|\.vite)/.test(path)) continue;
  const bytes = await readFile(join(root, path));
  if (bytes.length < minBytes) continue;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(join(root, `${path}.br`), await promisify(brotliCompress)(bytes, quality));
  await writeFile(join(root, `${path}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}
