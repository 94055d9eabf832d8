import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By itself it takes all cores but one. Most tests wait for a server, so of two cores both are used.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      ...[
        'packages/*',
        'services/*',
        'infra/local',
        'infra/chaos',
        'infra/stripe-stand-in',
        'bench',
        'apps/web',
      ],
      'services/*/vitest.s3.config.ts',
    ],
  },
});
