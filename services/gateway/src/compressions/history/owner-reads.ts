/** Lets each owner have one read of their history at a time, so that no owner takes the whole pool of connections. */
export interface OwnerReads {
  /** Runs a read once the owner's earlier ones have ended. */
  run<T>(owner: string, read: () => Promise<T>): Promise<T>;
  /**
   * Like `run`, but joins a read of the same kind that still waits. One that has begun is not joined: it may not see
   * what its owner has done since.
   */
  share<T>(owner: string, kind: string, read: () => Promise<T>): Promise<T>;
}

export function createOwnerReads(): OwnerReads {
  /** When the last read of an owner has ended, however it ended. */
  const lastEnds = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<unknown>>();

  function run<T>(owner: string, read: () => Promise<T>): Promise<T> {
    const own = (lastEnds.get(owner) ?? Promise.resolve()).then(read);
    const forget = () => void (lastEnds.get(owner) === end && lastEnds.delete(owner));
    const end: Promise<void> = own.then(forget, forget);
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
