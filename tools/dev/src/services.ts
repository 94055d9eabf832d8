import { join } from 'node:path';
import { programPackages } from './build.ts';
import {
  affiliateEnv,
  billingEnv,
  type EnvironmentParts,
  fakeStripeEnv,
  gatewayBackgroundEnv,
  gatewayEnv,
  gatewayHttpEnv,
  workerEnv,
} from './environment.ts';
import { workspaceRoot } from './paths.ts';
import type { PaymentsChoice } from './payments.ts';

/** A Gossamer process. Its environment contains only the secrets that it needs. */
export interface ServiceEntry {
  name: string;
  entry: string;
  /** Command-line options for Node, placed before the entry module. */
  nodeFlags?: string[];
  /**
   * Whether to lower the CPU priority of the process below that of the HTTP processes, because it uses all CPU cores.
   */
  hasLowerPriority?: boolean;
  /** Packages that must be built before the process can run. */
  builtPackages?: string[];
  envOf(parts: EnvironmentParts): NodeJS.ProcessEnv;
}

/** Migrations to run before the services start. */
export const migrations: ServiceEntry[] = [
  { name: 'migrate', entry: entryOf('services/gateway/src/migrate.ts'), envOf: gatewayEnv },
];

const billingMigration: ServiceEntry = {
  name: 'billing-migrate',
  entry: entryOf('services/billing/src/migrate.ts'),
  envOf: billingEnv,
};

const affiliateMigration: ServiceEntry = {
  name: 'affiliate-migrate',
  entry: entryOf('services/affiliate/src/migrate.ts'),
  envOf: affiliateEnv,
};

/** Returns the services of a product without billing, for tests that only compress images. */
export function productServices(workers: number): ServiceEntry[] {
  return [
    {
      name: 'gateway',
      entry: entryOf('services/gateway/src/main.ts'),
      // A small young generation frees upload buffers early. Single-threaded garbage collection leaves the other CPU
      // cores to the processes that the gateway depends on (docs/decisions/0013, 0033).
      nodeFlags: ['--max-semi-space-size=1', '--single-threaded-gc'],
      envOf: gatewayHttpEnv,
    },
    { name: 'background', entry: entryOf('services/gateway/src/background.ts'), envOf: gatewayBackgroundEnv },
    ...Array.from({ length: workers }, (_, index) => ({
      name: `worker-${index + 1}`,
      entry: entryOf('services/compressor-worker/src/main.ts'),
      builtPackages: programPackages,
      hasLowerPriority: true,
      envOf: workerEnv,
    })),
  ];
}

/**
 * Returns all services that `npm start` runs, including the billing and affiliate services and, in test mode, the fake
 * Stripe.
 */
export function sellingProduct(
  workers: number,
  payments: PaymentsChoice,
): { migrations: ServiceEntry[]; services: ServiceEntry[]; payments: PaymentsChoice } {
  const fakeStripe = {
    name: 'fake-stripe',
    entry: entryOf('tools/fake-stripe/src/main.ts'),
    envOf: fakeStripeEnv,
  };
  return {
    migrations: [...migrations, billingMigration, affiliateMigration],
    services: [
      ...productServices(workers),
      { name: 'billing', entry: entryOf('services/billing/src/main.ts'), envOf: billingEnv },
      { name: 'affiliate', entry: entryOf('services/affiliate/src/main.ts'), envOf: affiliateEnv },
      ...(payments.kind === 'fakeStripe' ? [fakeStripe] : []),
    ],
    payments,
  };
}

/** Returns the service configured without a web app and documentation, so that these need not be built. */
export function withoutWebApp(service: ServiceEntry): ServiceEntry {
  const withoutPages = { GATEWAY_WEB_ROOT: '', GATEWAY_DOCS_ROOT: '' };
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), ...withoutPages }) };
}

function entryOf(path: string): string {
  return join(workspaceRoot, path);
}
