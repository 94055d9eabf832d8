import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // By itself it takes all cores but one. Most tests wait for a server: two at a time leave two cores half idle.
    maxWorkers: availableParallelism() + 1,
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
