import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'ssimulacra2', include: ['test/**/*.test.ts'], testTimeout: 120_000 },
});
