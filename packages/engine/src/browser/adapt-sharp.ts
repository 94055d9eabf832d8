/**
 * Number of workers to start together with sharp's WebAssembly program. A thread that waits for another thread cannot
 * start a worker, so all workers must exist in advance: two for libuv, and the others for libvips, which needs one per
 * pipeline.
 */
const threads = 6;

/** Text replacements in the program. Each must match exactly once. */
const changes: [from: string, to: string][] = [
  // Remove the initialization, because `after` initializes the interface once the workers are ready.
  [
    'Module.onRuntimeInitialized=()=>{module.exports=Module.emnapiInit({context:require("@emnapi/runtime").getDefaultContext()});process.once("exit",()=>{_vips_shutdown();_uv_library_shutdown()})};',
    '',
  ],
  [
    'ENV.VIPS_CONCURRENCY=Number(process.env.VIPS_CONCURRENCY)||1',
    'ENV.VIPS_CONCURRENCY=1;ENV.UV_THREADPOOL_SIZE="2"',
  ],
  // Use the module that start-sharp.ts has compiled before the program starts.
  [
    'var binary=getBinarySync(file);var module=new WebAssembly.Module(binary);',
    'var module=globalThis.gossamerSharpModule;',
  ],
  // Remove the file system access through Node.js, so that the program uses its file system in memory.
  [
    'if(!ENVIRONMENT_IS_NODE){throw new Error("NODERAWFS is currently only supported on Node.js environment.")}',
    '',
  ],
  ['for(const[key,value]of Object.entries(NODERAWFS)){FS[key]=_wrapNodeError(value)}', ''],
  [
    'for(const[key,value]of Object.entries(NODERAWFS_stream_funcs)){FS[key]=_wrapNodeStreamFunc(value,FS[key])}',
    '',
  ],
  // Load this file as a module in threads.
  ['{workerData:"em-pthread",name:"em-pthread"}', '{type:"module",name:"em-pthread"}'],
];

/**
 * Code to insert before the program. Defines the URL of the file, which threads load, and the Node.js modules that the
 * program requires.
 */
const before = `
import { getDefaultContext } from '@emnapi/runtime';
import pathForBrowsers from 'path-browserify';
const __filename = import.meta.url;
const require = (name) => ({ 'node:path': pathForBrowsers, 'node:tty': { isatty: () => false } })[name];
`;

/**
 * Code to append to sharp's WebAssembly program. On the main thread, it starts the worker threads and then initializes
 * sharp's functions; worker threads skip both.
 */
const after = `
export const started = ENVIRONMENT_IS_PTHREAD
  ? undefined
  : Promise.all(
      Array.from({ length: ${threads} }, () => PThread.loadWasmModuleToWorker(PThread.allocateUnusedWorker())),
    ).then(() => Module.emnapiInit({ context: getDefaultContext() }));
`;

/**
 * Adapts sharp's WebAssembly program, which is built for Node.js, to browsers.
 * @throws Error if a replacement does not match exactly once, for example after an update of sharp
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
