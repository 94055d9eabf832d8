import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { localUrl, withoutDailyLimits } from '@gossamer/dev/environment';
import { freePort } from '@gossamer/dev/free-port';
import type { SupervisedProcess } from '@gossamer/dev/processes/supervisor';
import { startProduct } from '@gossamer/dev/product';
import { startStack } from '@gossamer/dev/servers/stack';
import { makeThrowawayDir, removeThrowawayDir } from '@gossamer/dev/servers/throwaway-dir';
import {
  migrations,
  productServices,
  type ServiceEntry,
  sellingProduct,
  withoutWebApp,
} from '@gossamer/dev/services';
import { buildWeb } from '@gossamer/dev/web-build';
import type { Profile } from './figures.ts';

export interface BenchProduct {
  url: string;
  /** URLs of all gateway processes. */
  urls: string[];
  dataDir: string;
  processes: SupervisedProcess[];
  /** Returns the process with the given name, such as `gateway`, `background` or `worker-1`. */
  process(name: string): SupervisedProcess;
}

export interface BenchOptions {
  profile: Profile;
  env?: NodeJS.ProcessEnv;
  store?: 'directory' | 's3';
  /** Whether the workers run an engine that does no work. */
  isNoOp?: boolean;
  /** Whether to serve the web app. Required by benchmarks that use a browser. */
  hasWebApp?: boolean;
  /** Number of workers. Default: 1. */
  workers?: number;
  hasSecondGateway?: boolean;
  /** URLs of running database and Redis servers. By default, new servers are started. */
  servers?: { DATABASE_URL: string; REDIS_URL: string };
  /** Whether to start the billing service and the fake Stripe. */
  sells?: boolean;
}

const noOpWorker = join(import.meta.dirname, 'no-op/worker.ts');

/** Runs the product like `npm start`, including `fsync`, and deletes its data afterwards. */
export async function withProduct<T>(
  options: BenchOptions,
  work: (product: BenchProduct) => Promise<T>,
): Promise<T> {
  // Use the servers of a test stack, because only a test stack includes Swift, which provides S3.
  const s3 = options.store === 's3' ? await startStack({ isThrowaway: true, needsS3: true }) : undefined;
  const dataDir = await makeThrowawayDir();
  const { workers = 1 } = options;
  const whole = options.sells
    ? sellingProduct(workers, { kind: 'fakeStripe' })
    : { migrations, services: productServices(workers) };
  const otherPort = options.hasSecondGateway ? await freePort() : undefined;
  try {
    const product = await startProduct({
      dataDir,
      port: await freePort(),
      userEnv: {
        ...process.env,
        ...withoutDailyLimits,
        ...profiling(options.profile),
        ...options.env,
        ...s3?.env,
        ...options.servers,
      },
      ...whole,
      services: [...whole.services, ...secondGateway(whole.services, otherPort)]
        .map(options.hasWebApp ? asItIs : withoutWebApp)
        .map(options.isNoOp ? withNoOp : asItIs),
      ...(options.hasWebApp && { buildWeb }),
    });
    try {
      const urls = [product.url, ...(otherPort === undefined ? [] : [localUrl(otherPort)])];
      return await work({ ...product, urls, dataDir, process: (name) => named(product.processes, name) });
    } finally {
      await product.stop();
    }
  } finally {
    await s3?.stop();
    removeThrowawayDir(dataDir);
  }
}

/** Returns the configuration of a second gateway that listens on the given port. */
function secondGateway(services: readonly ServiceEntry[], port: number | undefined): ServiceEntry[] {
  const gateway = services.find(({ name }) => name === 'gateway');
  if (gateway === undefined || port === undefined) return [];
  const envOf: ServiceEntry['envOf'] = (parts) => ({ ...gateway.envOf(parts), GATEWAY_PORT: String(port) });
  return [{ ...gateway, name: 'gateway-2', envOf }];
}

/** Returns environment variables that make Node write a profile when the process exits. */
function profiling(profile: Profile): NodeJS.ProcessEnv {
  if (profile.kind === 'none') return {};
  mkdirSync(profile.directory, { recursive: true });
  return { NODE_OPTIONS: `--${profile.kind}-prof --${profile.kind}-prof-dir=${profile.directory}` };
}

function withNoOp(service: ServiceEntry): ServiceEntry {
  return service.name.startsWith('worker') ? { ...service, entry: noOpWorker } : service;
}

const asItIs = (service: ServiceEntry) => service;

function named(processes: SupervisedProcess[], name: string): SupervisedProcess {
  const found = processes.find((one) => one.name === name);
  if (!found) throw new Error(`no process named ${name}`);
  return found;
}
