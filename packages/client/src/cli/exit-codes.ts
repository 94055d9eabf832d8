/** What the command line ends with. */
export const exitCodes = { done: 0, someFailed: 1, usage: 2, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The command was given wrongly, or nothing says with which key; its message is all that is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
