import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';

type Env = Readonly<Record<string, string | undefined>>;

/** The runner's interface for actions: commands on standard output, and files for outputs and the summary. */
export interface Runner {
  /** Replaces a secret by asterisks in the log. */
  mask(secret: string): void;
  /** Prints text of unknown origin, in which the runner must not find commands. */
  print(text: string): void;
  notice(message: string): void;
  error(message: string): void;
  setOutputs(outputs: Record<string, string | number>): Promise<void>;
  /** Appends Markdown to the summary of the job. */
  summarize(markdown: string): Promise<void>;
}

export function connectRunner(env: Env, write: (line: string) => void): Runner {
  const command = (name: string, message: string) => write(`::${name}::${escapeData(message)}`);
  const append = async (path: string | undefined, text: string) => {
    if (path) await appendFile(path, text);
  };
  return {
    mask: (secret) => command('add-mask', secret),
    print: (text) => {
      const token = randomUUID();
      write(`::stop-commands::${token}\n${text}\n::${token}::`);
    },
    notice: (message) => command('notice', message),
    error: (message) => command('error', message),
    setOutputs: (outputs) => append(env.GITHUB_OUTPUT, Object.entries(outputs).map(toOutput).join('')),
    summarize: (markdown) => append(env.GITHUB_STEP_SUMMARY, markdown),
  };
}

const escapeData = (text: string) =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function toOutput([name, value]: [string, string | number]): string {
  const delimiter = randomUUID();
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
