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
/**
 * Size in bytes above which files are compressed with a lower Brotli quality. For the engine's 20 MB of WebAssembly,
 * the highest quality takes a minute longer and makes the files only an eighth smaller.
 */
const largeBytes = 2 * 2 ** 20;
const largeQuality = 8;

for (const path of await readdir(root, { recursive: true })) {
  if (!isText.test(path) || /^(pages|\.vite)/.test(path)) continue;
  const bytes = await readFile(join(root, path));
  if (bytes.length < minBytes) continue;
  const quality = bytes.length > largeBytes ? largeQuality : constants.BROTLI_MAX_QUALITY;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
  await writeFile(join(root, `${path}.br`), await promisify(brotliCompress)(bytes, options));
  await writeFile(join(root, `${path}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}
