import { join } from 'node:path';
import { programPackages } from './build.ts';
import { commonEnv, type EnvironmentParts, gatewayEnv } from './environment.ts';
import { workspaceRoot } from './paths.ts';

/** One process of the product. Its environment holds no more secrets than it needs. */
export interface ServiceEntry {
  name: string;
  entry: string;
  /** Flags for node, before the entry. */
  nodeFlags?: string[];
  /** Packages that it cannot run without having been built. */
  builtPackages?: string[];
  envOf(parts: EnvironmentParts): NodeJS.ProcessEnv;
}

/** What runs once before the services. */
export const migrations: ServiceEntry[] = [
  { name: 'migrate', entry: entryOf('gateway/src/migrate.ts'), envOf: gatewayEnv },
];

/** What keeps running. */
export function productServices(workers: number): ServiceEntry[] {
  return [
    {
      name: 'gateway',
      entry: entryOf('gateway/src/main.ts'),
      // A small young generation: what uploads brought is given back soon.
      nodeFlags: ['--max-semi-space-size=2'],
      envOf: gatewayEnv,
    },
    { name: 'background', entry: entryOf('gateway/src/background.ts'), envOf: gatewayEnv },
    ...Array.from({ length: workers }, (_, index) => ({
      name: `worker-${index + 1}`,
      entry: entryOf('compressor-worker/src/main.ts'),
      builtPackages: programPackages,
      envOf: commonEnv,
    })),
  ];
}

/** The same service without pages, for those who look at none: nothing has to be built. */
export function withoutWebApp(service: ServiceEntry): ServiceEntry {
  return { ...service, envOf: (parts) => ({ ...service.envOf(parts), GATEWAY_WEB_ROOT: '' }) };
}

function entryOf(path: string): string {
  return join(workspaceRoot, 'services', path);
}
