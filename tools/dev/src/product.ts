import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackages } from './build.ts';
import { defaultEngineProgramsLookup, findEnginePath } from './engine-programs.ts';
import { affiliateEnv, billingEnv, commonEnv, type EnvironmentParts, localUrl } from './environment.ts';
import { portProblem } from './free-port.ts';
import { logTail, rotateBySize, rotateLog } from './logs.ts';
import { keepOperatorEnv } from './operator-env.ts';
import { shortPath } from './paths.ts';
import { describePayments, type PaymentsChoice, withPorts } from './payments.ts';
import { complain, say, step } from './print.ts';
import { openProcessRecords } from './processes/records.ts';
import { runCommand } from './processes/run-command.ts';
import { serviceSpec } from './processes/service-process.ts';
import { type SupervisedProcess, type Supervision, supervise } from './processes/supervisor.ts';
import { renameKeptFiles } from './rename-kept-files.ts';
import { loadSecrets } from './secrets.ts';
import { applyRoles } from './servers/databases.ts';
import { type Stack, startStack } from './servers/stack.ts';
import type { ServiceEntry } from './services.ts';
import { UserError } from './user-error.ts';

export interface ProductOptions {
  dataDir: string;
  port: number;
  userEnv: NodeJS.ProcessEnv;
  migrations: ServiceEntry[];
  services: ServiceEntry[];
  /** Payment provider. If undefined, the product runs without the billing service. */
  payments?: PaymentsChoice;
  /** Builds the web app. Undefined if another server serves the web app. */
  buildWeb?(logsDir: string, signal?: AbortSignal): Promise<void>;
  isWatching?: boolean;
  mayReplaceSecrets?: boolean;
  signal?: AbortSignal;
}

export interface Product {
  url: string;
  /** Redis URL, including the password. */
  redisUrl: string;
  processes: SupervisedProcess[];
  stop(): Promise<void>;
}

/** Starts the entire product on this machine. If the start fails, stops everything that has already been started. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, port, userEnv, signal } = options;
  const logsDir = join(dataDir, 'logs');
  mkdirSync(logsDir, { recursive: true, mode: 0o700 });
  const processes: SupervisedProcess[] = [];
  const rotation = rotateBySize(logsDir, complain);
  let stack: Stack | undefined;
  const stop = async () => {
    rotation.stop();
    await Promise.all(processes.map((service) => service.stop()));
    await stack?.stop();
  };
  try {
    renameKeptFiles(dataDir);
    // Load the secrets before any data is created, because `loadSecrets` treats existing data without secrets as a sign
    // that the secrets were lost.
    const secrets = loadSecrets(dataDir, { mayReplace: options.mayReplaceSecrets });
    stack = await step('servers', () => startStack({ dataDir, env: userEnv, log: complain, signal }));
    say(`  ${stack.describe}`);
    const payments = options.payments && (await withPorts(options.payments));
    const paymentsLine = describePayments(payments);
    if (paymentsLine) say(`  ${paymentsLine}`);
    const enginePath = await findEnginePathOrSayWhy(userEnv, signal);
    const parts = { userEnv, stack, secrets, dataDir, port, payments, enginePath };
    if (payments) {
      keepOperatorEnv(dataDir, 'billing', billingEnv(parts));
      keepOperatorEnv(dataDir, 'affiliate', affiliateEnv(parts));
    }
    mkdirSync(storageDirectory(parts), { recursive: true, mode: 0o700 });
    const packages = [...new Set(options.services.flatMap((service) => service.builtPackages ?? []))];
    if (packages.length > 0) await step('programs', () => buildPackages(packages, logsDir, signal));
    if (options.buildWeb !== undefined) {
      const { buildWeb } = options;
      await step('web app', () => buildWeb(logsDir, signal));
    }
    await step('database', () => prepareDatabase(options, parts, logsDir));
    const supervision = { records: openProcessRecords(dataDir), report: complain, signal };
    await step('services', () => startServices(options, parts, logsDir, supervision, processes));
    signal?.throwIfAborted();
    sayWhereOperatorsGo(processes);
    return { url: localUrl(port), redisUrl: stack.env.REDIS_URL, processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns the PATH for the engine. If programs are missing, prints a warning and returns undefined, because the product
 * works without them.
 */
async function findEnginePathOrSayWhy(
  { PATH: searchPath = '' }: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    return await findEnginePath({ ...defaultEngineProgramsLookup(complain, signal), searchPath });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    complain(error.message);
    return undefined;
  }
}

function sayWhereOperatorsGo(processes: readonly SupervisedProcess[]): void {
  const background = processes.find(({ name }) => name === 'background');
  const { operatorsPort } = (background?.ready ?? {}) as { operatorsPort?: number };
  if (operatorsPort) say(`  operators: ${localUrl(operatorsPort)} (user name: operator)`);
}

/**
 * Checks that the product's port is free.
 * @throws UserError if the port is not free
 */
export async function checkPort(port: number, host: string | undefined): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === undefined) return;
  const other = port === 65_535 ? port - 1 : port + 1;
  if (problem === 'EADDRINUSE')
    throw new UserError(`Port ${port} is already in use; run npm start -- --port ${other}`);
  if (problem === 'EACCES')
    throw new UserError(`Permission denied for port ${port}; run npm start -- --port 3000`);
  throw new UserError(`Failed to listen on port ${port} of ${host}: ${problem}`);
}

function storageDirectory(parts: EnvironmentParts): string {
  return commonEnv(parts).STORAGE_DIRECTORY ?? join(parts.dataDir, 'objects');
}

async function prepareDatabase(
  options: ProductOptions,
  parts: EnvironmentParts,
  logsDir: string,
): Promise<void> {
  if (parts.stack.ownsDatabase) {
    await applyRoles(parts.stack.env.DATABASE_URL, parts.secrets.databasePasswords);
  }
  for (const { name, entry, envOf } of options.migrations) {
    const logPath = rotateLog(logsDir, name);
    try {
      const command = process.execPath;
      await runCommand({
        command,
        args: [entry],
        cwd: '/',
        env: envOf(parts),
        logPath,
        signal: options.signal,
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      throw new UserError(
        `${name} failed (${(error as Error).message}). The end of ${shortPath(logPath)}:\n${logTail(logPath)}`,
      );
    }
  }
}

/**
 * Starts all services concurrently. If one fails to start, `processes` still contains the others, so that they can be
 * stopped.
 */
async function startServices(
  options: ProductOptions,
  parts: EnvironmentParts,
  logsDir: string,
  supervision: Supervision,
  processes: SupervisedProcess[],
): Promise<void> {
  const started = await Promise.allSettled(
    options.services.map(async ({ envOf, ...service }) => {
      const { isWatching } = options;
      const spec = serviceSpec({ ...service, env: envOf(parts), logsDir, isWatching });
      processes.push(await supervise(spec, supervision));
    }),
  );
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
