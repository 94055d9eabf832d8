import { buildPackages } from './build.ts';

/** Builds the web app. @throws UserError with the end of the build log if the build fails */
export function buildWeb(logsDir: string, signal?: AbortSignal): Promise<void> {
  return buildPackages(['@gossamer/web'], logsDir, signal);
}
