import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'ssimulacra2', isolate: false, include: ['test/**/*.test.ts'], testTimeout: 120_000 },
});
