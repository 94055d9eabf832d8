/** A Dockerfile instruction with its continuation lines joined. */
export interface Instruction {
  name: string;
  /** Flags of the instruction, such as `--from=web`. */
  flags: Record<string, string>;
  text: string;
}

const known = new Set([
  'FROM',
  'ARG',
  'ENV',
  'WORKDIR',
  'COPY',
  'RUN',
  'USER',
  'EXPOSE',
  'HEALTHCHECK',
  'CMD',
]);

/**
 * Parses the subset of the Dockerfile syntax that the repository uses.
 * @throws Error for any other syntax
 */
export function parseDockerfile(text: string): Instruction[] {
  const joined = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  return joined
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map(parseLine);
}

function parseLine(line: string): Instruction {
  const [, name = '', rest = ''] = /^(\w+)\s+(.+)$/.exec(line) ?? [];
  if (!known.has(name)) throw new Error(`Unsupported Dockerfile instruction: ${line}`);
  const flags: Record<string, string> = {};
  const text = rest.replace(/^(--[\w-]+=\S+\s+)+/, (all) => {
    for (const [, flag = '', value = ''] of all.matchAll(/--([\w-]+)=(\S+)/g)) flags[flag] = value;
    return '';
  });
  return { name, flags, text };
}

/**
 * Parses a command in exec form into its arguments.
 * @throws Error for shell form, which does not forward signals
 */
export function parseExecForm(text: string): string[] {
  const words: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error(`Expected a command in exec form, got ${text}`);
  }
  return words;
}
