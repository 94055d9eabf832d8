import { allocatorEnv } from '@gossamer/engine/allocator-env';

/**
 * Names of environment variables that are passed to engine processes. All others, such as API keys, are withheld, because
 * the engine decodes untrusted files.
 */
const ofEngines =
  /^(PATH|PATHEXT|HOME|USERPROFILE|SYSTEMROOT|WINDIR|TMPDIR|TMP|TEMP|TZ|LANG|LC_\w+|NODE_\w+|LD_\w+|DYLD_\w+|MALLOC_\w+)$/i;

/** Returns the environment of engine processes. */
export function engineEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => ofEngines.test(name));
  return { ...allocatorEnv, ...Object.fromEntries(passed) };
}
