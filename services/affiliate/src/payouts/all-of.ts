/** Runs `work` for each item sequentially and continues after failures. @throws the last error */
export async function allOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let fault: unknown;
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      fault = error;
    });
  }
  if (fault !== undefined) throw fault;
}
