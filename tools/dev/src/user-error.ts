/** An error that the user can resolve. The message is printed without a stack trace. */
export class UserError extends Error {
  override name = 'UserError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
