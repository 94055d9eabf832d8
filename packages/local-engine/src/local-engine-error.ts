/** The properties of a `LocalEngineError`. */
export interface LocalEngineErrorFacts {
  code: string;
  field?: string | undefined;
  details?: Record<string, string | number> | undefined;
  cause?: unknown;
}

/** Thrown if an image cannot be compressed. Handle errors by their `code`; `message` is English text. */
export class LocalEngineError extends Error {
  override readonly name: string = 'LocalEngineError';
  /** Error code of the API, or `engine_crashed`, `engine_unavailable` or `engine_closed`. */
  readonly code: string;
  /** Name of the invalid option. */
  readonly field: string | undefined;
  /** Values contained in the message, such as limits. */
  readonly details: Record<string, string | number>;

  constructor(message: string, { code, field, details = {}, cause }: LocalEngineErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.field = field;
    this.details = details;
  }
}
