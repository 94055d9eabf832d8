/**
 * Number of workers that are started with sharp's program. A thread that waits for another one cannot start a worker, so
 * all that are used at once must exist: two of libuv, and those of libvips for one pipeline each.
 */
const threads = 6;

/** Changes to the program, each of which must apply exactly once. */
const changes: [from: string, to: string][] = [
  // The interface is started below, when the workers are ready.
  [
    'Module.onRuntimeInitialized=()=>{module.exports=Module.emnapiInit({context:require("@emnapi/runtime").getDefaultContext()});process.once("exit",()=>{_vips_shutdown();_uv_library_shutdown()})};',
    '',
  ],
  [
    'ENV.VIPS_CONCURRENCY=Number(process.env.VIPS_CONCURRENCY)||1',
    'ENV.VIPS_CONCURRENCY=1;ENV.UV_THREADPOOL_SIZE="2"',
  ],
  // The module is compiled once, before the program starts.
  [
    'var binary=getBinarySync(file);var module=new WebAssembly.Module(binary);',
    'var module=globalThis.gossamerSharpModule;',
  ],
  // The program is made for files of Node.js. Without them, it keeps files in memory.
  [
    'if(!ENVIRONMENT_IS_NODE){throw new Error("NODERAWFS is currently only supported on Node.js environment.")}',
    '',
  ],
  ['for(const[key,value]of Object.entries(NODERAWFS)){FS[key]=_wrapNodeError(value)}', ''],
  [
    'for(const[key,value]of Object.entries(NODERAWFS_stream_funcs)){FS[key]=_wrapNodeStreamFunc(value,FS[key])}',
    '',
  ],
  // Threads run this file as a module.
  ['{workerData:"em-pthread",name:"em-pthread"}', '{type:"module",name:"em-pthread"}'],
];

/** Code before the program: the file's own URL, which threads load, and the modules of Node.js that it requires. */
const before = `
import { getDefaultContext } from '@emnapi/runtime';
import pathForBrowsers from 'path-browserify';
const __filename = import.meta.url;
const require = (name) => ({ 'node:path': pathForBrowsers, 'node:tty': { isatty: () => false } })[name];
`;

/** Code after the program: starts the workers, and then the interface. Threads need neither. */
const after = `
export const started = ENVIRONMENT_IS_PTHREAD
  ? undefined
  : Promise.all(
      Array.from({ length: ${threads} }, () => PThread.loadWasmModuleToWorker(PThread.allocateUnusedWorker())),
    ).then(() => Module.emnapiInit({ context: getDefaultContext() }));
`;

/**
 * Adapts sharp's WebAssembly program, which is made for Node.js, to browsers.
 * @throws Error if a change does not apply, because sharp was updated
 */
export function adaptSharp(program: string): string {
  return before + changes.reduce(applyOnce, program) + after;
}

function applyOnce(program: string, [from, to]: [string, string]): string {
  const parts = program.split(from);
  if (parts.length !== 2)
    throw new Error(`expected once in sharp's program, found ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
