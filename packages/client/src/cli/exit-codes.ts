/** Exit codes of the command line. Only `check` uses `overBudget`. */
export const exitCodes = { done: 0, someFailed: 1, usage: 2, overBudget: 3, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Thrown if the arguments are invalid or the API key is missing. Its message is printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
