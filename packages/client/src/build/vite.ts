import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import picomatch from 'picomatch';
import { glob } from 'tinyglobby';
import { eachOf } from '../cli/each-file.ts';
import { UsageError } from '../cli/exit-codes.ts';
import { writeAtomically } from '../cli/write-atomically.ts';
import { type BuildCompressor, openBuildCompressor } from './build-compressor.ts';
import type { BuildOptions } from './build-options.ts';
import { Summary } from './summary.ts';

export interface GossamerPluginOptions extends BuildOptions {
  /** Globs of files, relative to the output folder, that are left as they are. */
  exclude?: string[] | undefined;
}

/** The parts of a Vite or Rollup plugin that this one uses. It is declared here, so that neither must be installed. */
export interface GossamerPlugin {
  name: string;
  apply: 'build';
  enforce: 'post';
  configResolved(config: ResolvedConfig): void;
  generateBundle(this: PluginContext, options: unknown, bundle: Bundle): Promise<void>;
  writeBundle(this: PluginContext, options: { dir?: string | undefined }): Promise<void>;
  closeBundle(): void;
}

interface ResolvedConfig {
  root: string;
  publicDir: string;
  build: { copyPublicDir?: boolean };
  logger: { info(text: string): void };
}
interface PluginContext {
  warn(message: string): void;
  error(message: string): never;
}
type Bundle = Record<string, { type: string; source?: string | Uint8Array }>;

/** Extensions of formats that the engine can keep. Pages refer to images by their names, so that these must stay. */
const extensions = ['.jpg', '.jpeg', '.png', '.webp', '.avif'];

const isImage = (name: string) => extensions.includes(extname(name).toLowerCase());

/**
 * Returns a plugin for Vite and Rollup that compresses the images of a build: imported ones, and with Vite those of the
 * public folder. Formats and names stay. An image that cannot be compressed, or would not become smaller, stays as it is.
 */
export function gossamer(options: GossamerPluginOptions = {}): GossamerPlugin {
  const isExcluded = picomatch(options.exclude ?? [], { dot: true });
  let root = process.cwd();
  let publicFolder: string | undefined;
  let say = (line: string): void => void process.stdout.write(`${line}\n`);
  let summary = new Summary();
  let compressor: BuildCompressor | undefined;
  const open = () => {
    compressor ??= openBuildCompressor(options, root);
    return compressor;
  };
  return {
    name: 'gossamer',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      root = config.root;
      if (config.build.copyPublicDir !== false && config.publicDir) publicFolder = config.publicDir;
      say = (line) => config.logger.info(line);
    },
    async generateBundle(_, bundle) {
      summary = new Summary();
      const images = Object.entries(bundle).filter(([name]) => isImage(name) && !isExcluded(name));
      const work = workOf(this, open(), options, summary);
      await eachImage(images, async ([name, asset]) => {
        if (asset.type !== 'asset' || typeof asset.source === 'string' || !asset.source) return;
        asset.source = (await work(name, asset.source)) ?? asset.source;
      });
    },
    async writeBundle({ dir }) {
      if (publicFolder && dir) {
        const folder = dir;
        const names = (await glob('**', { cwd: publicFolder, dot: true })).filter(
          (name) => isImage(name) && !isExcluded(name),
        );
        const work = workOf(this, open(), options, summary);
        await eachImage(names.sort(), async (name) => {
          const smaller = await work(name, await readFile(join(folder, name)));
          if (smaller) await writeAtomically(join(folder, name), smaller);
        });
      }
      say(summary.line());
    },
    closeBundle: () => {
      compressor?.close();
      compressor = undefined;
    },
  };
}

/** Number of images that are looked up or compressed at once. */
const concurrency = 4;

const eachImage = <T>(items: readonly T[], act: (item: T) => Promise<void>) =>
  eachOf(items, concurrency, new AbortController().signal, act);

/** Returns a function that returns the compressed image, or undefined if the original should be kept. */
function workOf(
  context: PluginContext,
  compressor: BuildCompressor,
  { quality }: GossamerPluginOptions,
  summary: Summary,
) {
  return async (name: string, original: Uint8Array): Promise<Uint8Array | undefined> => {
    try {
      const { files, isCached } = await compressor.make(original, basename(name), {
        quality,
        format: 'same',
      });
      const [file] = files;
      const isSmaller =
        file !== undefined && file.bytes.length < original.length && keepsName(name, file.format);
      const resultBytes = isSmaller ? file.bytes.length : original.length;
      summary.add({ originalBytes: original.length, resultBytes, isCached });
      return isSmaller ? file.bytes : undefined;
    } catch (error) {
      // Without a key or the engine, all images would fail. A broken image should not break the build.
      if (error instanceof UsageError) return context.error(`gossamer: ${error.message}`);
      context.warn(`gossamer: ${name} is kept as it is: ${(error as Error).message}`);
      return undefined;
    }
  };
}

/** Whether a file in a format can have a name. */
function keepsName(name: string, format: string): boolean {
  const extension = extname(name).toLowerCase().slice(1);
  return (extension === 'jpg' ? 'jpeg' : extension) === format;
}
