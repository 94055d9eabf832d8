/**
 * Names of environment variables that are passed to engine processes. All others, such as API keys, are withheld, because
 * the engine decodes untrusted files.
 */
const ofEngines =
  /^(PATH|PATHEXT|HOME|USERPROFILE|SYSTEMROOT|WINDIR|TMPDIR|TMP|TEMP|TZ|LANG|LC_\w+|NODE_\w+|LD_\w+|DYLD_\w+|MALLOC_\w+)$/i;

/** Returns the environment of engine processes. */
export function engineEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => ofEngines.test(name));
  // Limit glibc's memory arenas, because memory of earlier images would otherwise not be returned to the system.
  return { MALLOC_ARENA_MAX: '2', ...Object.fromEntries(passed) };
}
