import { join } from 'node:path';
import { programPackages } from './build.ts';
import {
  affiliateEnv,
  billingEnv,
  type EnvironmentParts,
  gatewayBackgroundEnv,
  gatewayEnv,
  gatewayHttpEnv,
  standInEnv,
  workerEnv,
} from './environment.ts';
import { workspaceRoot } from './paths.ts';
import type { PaymentsChoice } from './payments.ts';

/** One process of the product. Its environment holds no more secrets than it needs. */
export interface ServiceEntry {
  name: string;
  entry: string;
  /** Flags for node, before the entry. */
  nodeFlags?: string[];
  /** It takes every core there is: those who answer people come first. */
  hasLowerPriority?: boolean;
  /** Packages that it cannot run without having been built. */
  builtPackages?: string[];
  envOf(parts: EnvironmentParts): NodeJS.ProcessEnv;
}

/** What runs once before the services. */
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

/** What keeps running of a product that sells nothing, as tests of compressing need it. */
export function productServices(workers: number): ServiceEntry[] {
  return [
    {
      name: 'gateway',
      entry: entryOf('services/gateway/src/main.ts'),
      // A small young generation: what uploads brought is given back soon. And no helpers of the collector, which
      // would take the cores that those work on whom the gateway waits for (docs/decisions/0013, 0033).
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

/** The whole product, as `npm start` runs it: with billing and affiliate, and in test mode the server that stands in for Stripe. */
export function sellingProduct(
  workers: number,
  payments: PaymentsChoice,
): { migrations: ServiceEntry[]; services: ServiceEntry[]; payments: PaymentsChoice } {
  const fakeStripe = {
    name: 'fake-stripe',
    entry: entryOf('tools/fake-stripe/src/main.ts'),
    envOf: standInEnv,
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

/** The same service without pages, for those who look at none: nothing has to be built. */
export function withoutWebApp(service: ServiceEntry): ServiceEntry {
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), GATEWAY_WEB_ROOT: '' }) };
}

function entryOf(path: string): string {
  return join(workspaceRoot, path);
}
