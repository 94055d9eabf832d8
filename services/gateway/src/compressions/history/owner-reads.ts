/** Runs database reads of an owner's history sequentially, so that no owner occupies the whole connection pool. */
export interface OwnerReads {
  /** Runs a read after all of the owner's earlier reads have finished. */
  run<T>(owner: string, read: () => Promise<T>): Promise<T>;
  /**
   * Like `run`, but shares the result with other calls if a read of the same kind is already queued. A read that has
   * started is not shared, because it may miss later changes by the owner.
   */
  share<T>(owner: string, kind: string, read: () => Promise<T>): Promise<T>;
}

export function createOwnerReads(): OwnerReads {
  /** For each owner, a promise that resolves when the owner's last read has settled. */
  const lastEnds = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<unknown>>();

  function run<T>(owner: string, read: () => Promise<T>): Promise<T> {
    const own = (lastEnds.get(owner) ?? Promise.resolve()).then(read);
    const remove = () => void (lastEnds.get(owner) === end && lastEnds.delete(owner));
    const end: Promise<void> = own.then(remove, remove);
    lastEnds.set(owner, end);
    return own;
  }

  function share<T>(owner: string, kind: string, read: () => Promise<T>): Promise<T> {
    const key = `${kind} ${owner}`;
    const shared = waiting.get(key) as Promise<T> | undefined;
    if (shared) return shared;
    const own = run(owner, () => {
      waiting.delete(key);
      return read();
    });
    waiting.set(key, own);
    return own;
  }

  return { run, share };
}
