/** One line of a Dockerfile, its continuation lines joined. */
export interface Instruction {
  name: string;
  /** Flags such as `--from=web`. */
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

/** Reads the part of the Dockerfile language that our files use. @throws Error on anything else */
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
  if (!known.has(name)) throw new Error(`This Dockerfile instruction is not understood: ${line}`);
  const flags: Record<string, string> = {};
  const text = rest.replace(/^(--[\w-]+=\S+\s+)+/, (all) => {
    for (const [, flag = '', value = ''] of all.matchAll(/--([\w-]+)=(\S+)/g)) flags[flag] = value;
    return '';
  });
  return { name, flags, text };
}

/** The words of an exec-form command. @throws Error when it is in shell form, behind which signals get lost */
export function parseExecForm(text: string): string[] {
  const words: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error(`This command is not in exec form: ${text}`);
  }
  return words;
}
