/** A fault the user can mend: its message is all that is shown, without a stack. */
export class UserError extends Error {
  override name = 'UserError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
