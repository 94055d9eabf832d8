import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'docs-site', isolate: false, include: ['test/**/*.test.ts'] },
});
