import { buildPackages } from './build.ts';

/**
 * Builds the web app and the documentation site.
 * @throws UserError with the end of the build log if the build fails
 */
export function buildWeb(logsDir: string, signal?: AbortSignal): Promise<void> {
  return buildPackages(['@gossamer/web', '@gossamer/docs-site'], logsDir, signal);
}
