import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { type Instruction, parseDockerfile, parseExecForm } from './dockerfile.ts';

/** Result of the last stage of a Dockerfile. `root` is the folder that represents its file system. */
export interface Image {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  command: string[];
  healthcheck: string[];
  /**
   * Distribution packages that the image installs. They must be installed on this machine, because the simulated build
   * does not install them.
   */
  packages: string[];
}

export interface BuildOptions {
  dockerfile: string;
  contextDir: string;
  /** Paths of the files in the build context, excluding ignored files. */
  files: string[];
  /** Empty folder outside the workspace, so that Node finds no modules in its parent folders. */
  dir: string;
}

interface Build extends BuildOptions {
  args: Record<string, string>;
  stages: Map<string, Image>;
}

/**
 * PATH for running an image's programs. Uses this machine's Node.js, which has the same version as the images' Node.js.
 */
export const imagePath = [dirname(process.execPath), process.env.PATH].join(delimiter);

/**
 * Executes the steps of a Dockerfile in a folder, without isolation. Base images are empty, and user changes are
 * ignored.
 */
export async function buildImage(options: BuildOptions): Promise<Image> {
  const build: Build = { ...options, args: {}, stages: new Map() };
  let image: Image | undefined;
  for (const instruction of parseDockerfile(readFileSync(options.dockerfile, 'utf8'))) {
    if (instruction.name === 'FROM') image = startStage(build, instruction);
    else if (image === undefined) declareArg(build, instruction);
    else await apply(build, image, instruction);
  }
  if (image === undefined) throw new Error(`${options.dockerfile} has no stage`);
  return image;
}

function declareArg(build: Build, { name, text }: Instruction): void {
  const [, key = '', value = ''] = /^(\w+)=(\S+)$/.exec(text) ?? [];
  if (name !== 'ARG' || key === '') throw new Error(`${name} ${text} is not allowed before FROM`);
  build.args[key] = value;
}

function startStage(build: Build, { text }: Instruction): Image {
  const [, from = '', name = 'final'] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(text) ?? [];
  const base = from.replace(/^\$\{(\w+)\}$/, (_, key: string) => build.args[key] ?? '');
  if (!/^node:24-bookworm-slim(@sha256:\w+)?$/.test(base))
    throw new Error(`FROM ${text}: unexpected base image`);
  const root = join(build.dir, name);
  mkdirSync(root, { recursive: true });
  const image: Image = {
    root,
    workdir: '/',
    env: {},
    user: 'root',
    command: [],
    healthcheck: [],
    packages: [],
  };
  build.stages.set(name, image);
  return image;
}

async function apply(build: Build, image: Image, instruction: Instruction): Promise<void> {
  const { name, text } = instruction;
  const packages = name === 'RUN' ? aptPackagesOf(text) : undefined;
  if (packages) image.packages.push(...packages);
  else if (name === 'RUN') await run(image, text);
  else if (name === 'COPY') copy(build, image, instruction);
  else if (name === 'ENV') setEnv(image, text);
  else if (name === 'USER') image.user = text;
  else if (name === 'CMD') image.command = parseExecForm(text);
  else if (name === 'HEALTHCHECK') image.healthcheck = parseExecForm(text.replace(/^CMD\s+/, ''));
  else if (name === 'WORKDIR') {
    image.workdir = isAbsolute(text) ? text : join(image.workdir, text);
    mkdirSync(join(image.root, image.workdir), { recursive: true });
  } else if (name !== 'EXPOSE') throw new Error(`Unsupported instruction in a stage: ${name}`);
}

/**
 * Returns the packages that a RUN step installs, or undefined if the step installs no packages.
 * @throws Error if the step installs packages and also does something else
 */
function aptPackagesOf(line: string): string[] | undefined {
  if (!line.includes('apt-get')) return undefined;
  const install =
    /^apt-get update\s+&& apt-get install --yes --no-install-recommends ([\w.+ -]+?)\s+&& rm -rf \/var\/lib\/apt\/lists\/\*$/;
  const [, names] = install.exec(line) ?? [];
  if (names === undefined) throw new Error(`RUN ${line}: unsupported way to install packages`);
  return names.split(' ');
}

function setEnv(image: Image, text: string): void {
  const [, key = '', value = ''] = /^(\w+)=([^\s$"']+)$/.exec(text) ?? [];
  if (key === '') throw new Error(`ENV ${text}: expected one plain NAME=value`);
  image.env[key] = value;
}

function copy(build: Build, image: Image, { flags, text }: Instruction): void {
  const sources = text.split(/\s+/);
  const target = sources.pop() ?? '';
  const place = join(image.root, isAbsolute(target) ? target : join(image.workdir, target));
  if (flags.from !== undefined) {
    copyFromStage(build, flags.from, sources, place);
    return;
  }
  for (const source of sources) copyFromContext(build, source, place, target.endsWith('/'));
}

/**
 * Copies the contents of a folder, or copies a file. If the target path ends with a slash, the file is copied into that
 * folder.
 */
function copyFromContext(build: Build, source: string, place: string, isIntoFolder: boolean): void {
  const found = build.files.filter((path) => path === source || path.startsWith(`${source}/`));
  if (found.length === 0) throw new Error(`COPY ${source}: not found in the build context`);
  for (const path of found) {
    const below = path === source ? isIntoFolder && basename(path) : path.slice(source.length);
    cpSync(join(build.contextDir, path), join(place, below || ''));
  }
}

function copyFromStage(build: Build, from: string, sources: string[], place: string): void {
  const stage = build.stages.get(from);
  if (stage === undefined) throw new Error(`COPY --from=${from}: unknown stage`);
  for (const source of sources) {
    const path = join(stage.root, source);
    if (!statSync(path).isDirectory()) throw new Error(`COPY --from=${from} ${source}: expected a folder`);
    // Preserve the relative symbolic links created by pnpm.
    cpSync(path, place, { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Runs a shell command in the folder of the build stage, with this machine's package settings.
 * @throws Error with the output if the command fails
 */
async function run(image: Image, line: string): Promise<void> {
  const { NODE_ENV, NODE_OPTIONS, VITEST, ...machine } = process.env;
  const child = spawn('sh', ['-ec', line], {
    cwd: join(image.root, image.workdir),
    env: { ...machine, CI: 'true', PATH: imagePath, ...image.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`RUN ${line} exited with code ${code}:\n${output}`);
}
