/** How images are compressed during a build. */
export interface BuildOptions {
  /** Visual quality of the images compared with the originals, 10 to 100. Defaults to 85. */
  quality?: number | undefined;
  /** Whether the engine runs on this computer, without an account. Needs the package gossamer-engine. */
  local?: boolean | undefined;
  /** URL of the service. Defaults to `GOSSAMER_BASE_URL`. The API key is read from `GOSSAMER_API_KEY`. */
  baseUrl?: string | undefined;
  /** Folder for results, so that no image is compressed twice. Defaults to `node_modules/.cache/gossamer`. */
  cacheFolder?: string | undefined;
}
