import { buildPackages } from './build.ts';

/** Builds the web app. @throws UserError as `buildPackages` */
export function buildWeb(logsDir: string, signal?: AbortSignal): Promise<void> {
  return buildPackages(['@gossamer/web'], logsDir, signal);
}
