import { join } from 'node:path';
import { readJsonFile, writePrivateFile } from './private-file.ts';

const pathIn = (dataDir: string) => join(dataDir, 'billing-env.json');

/** Variables of this machine that a command brings itself; the rest of billing's is kept. */
const own = /^(PATH|HOME|PWD|OLDPWD|SHLVL|npm_\w+|_)$/;

/** Keeps what billing runs with, for the operator's commands beside the running product. Only its owner may read it. */
export function keepOperatorEnv(dataDir: string, env: NodeJS.ProcessEnv): void {
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
  writePrivateFile(pathIn(dataDir), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Undefined when the product was never started here. */
export function readOperatorEnv(dataDir: string): NodeJS.ProcessEnv | undefined {
  return readJsonFile<NodeJS.ProcessEnv>(pathIn(dataDir));
}
