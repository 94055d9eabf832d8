import { UsageError } from 'gossamer/cli/exit-codes';

export type Mode = 'report' | 'commit';

/** Inputs of the action, as action.yml describes them. Empty strings are undefined. */
export interface Inputs {
  apiKey: string | undefined;
  baseUrl: string | undefined;
  mode: Mode;
  local: boolean;
  config: string | undefined;
  /** Undefined if it depends on the event. */
  onlyChanged: boolean | undefined;
  comment: boolean;
  failOnBudget: boolean;
  workingDirectory: string;
  token: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads the inputs from the environment of the runner. @throws UsageError that names the invalid input */
export function readInputs(env: Env): Inputs {
  const text = (name: string) => env[`INPUT_${name.toUpperCase()}`]?.trim() || undefined;
  const flag = (name: string) => {
    const value = text(name);
    if (value === undefined || value === 'true' || value === 'false') return value && value === 'true';
    throw new UsageError(`the input ${name} must be true or false.`);
  };
  const mode = text('mode') ?? 'report';
  if (mode !== 'report' && mode !== 'commit') {
    throw new UsageError('the input mode must be report or commit.');
  }
  const [apiKey, local] = [text('api-key'), flag('local') || false];
  if (apiKey && local) throw new UsageError('the inputs api-key and local cannot be used together.');
  return {
    apiKey,
    baseUrl: text('base-url'),
    mode,
    local,
    config: text('config'),
    onlyChanged: flag('only-changed') as boolean | undefined,
    comment: (flag('comment') as boolean | undefined) ?? true,
    failOnBudget: (flag('fail-on-budget') as boolean | undefined) ?? true,
    workingDirectory: text('working-directory') ?? '.',
    token: text('github-token'),
  };
}
