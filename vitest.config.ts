import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['packages/*', 'services/*', 'infra/local', 'infra/chaos', 'apps/web'] },
});
