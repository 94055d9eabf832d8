/** Limits of the MCP server. The maximum file size is that of the API or of the local engine. */
export const mcpLimits = {
  /** Maximum number of images that one call for a folder processes. */
  folderImages: 1_000,
  /** Maximum number of files and folders that one call looks at. */
  folderEntries: 50_000,
  /** Maximum number of images that a result describes one by one, so that it fits into a model's context. */
  listedImages: 100,
  /** Maximum number of array elements and object members in the input of a call. */
  inputElements: 200,
  /** Time in milliseconds after which the compressor, and the processes of the local engine, end if they are idle. */
  compressorIdleMs: 60_000,
  /** Maximum size of an HTTP request. The largest legal one has a few kilobytes. */
  requestBytes: 1_048_576,
  /** Maximum number of HTTP sessions. */
  sessions: 32,
  /** Time in milliseconds (30 minutes) after which a session without an open request ends. */
  sessionIdleMs: 1_800_000,
  /** Maximum number of open HTTP connections. */
  connections: 256,
  /** Minimum length of the bearer token, which is random. */
  tokenChars: 32,
} as const;
