import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
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
