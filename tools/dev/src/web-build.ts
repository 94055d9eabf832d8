import { buildPackages } from './build.ts';

/** Builds the web app. @throws UserError like `buildPackages` */
export function buildWeb(logsDir: string, signal?: AbortSignal): Promise<void> {
  return buildPackages(['@gossamer/web'], logsDir, signal);
}
