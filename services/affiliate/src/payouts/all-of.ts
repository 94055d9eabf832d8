/** Does something with each, one after the other; one that fails does not keep the others waiting. @throws the last fault */
export async function allOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  let fault: unknown;
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      fault = error;
    });
  }
  if (fault !== undefined) throw fault;
}
