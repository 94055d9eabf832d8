/** An observation by a test client. Times are in milliseconds since the start of the test run. */
export type Observation =
  | { type: 'accepted'; id: string; atMs: number }
  | { type: 'status'; id: string; atMs: number; status: 'processing' | 'completed' | 'failed' }
  | { type: 'result'; id: string; atMs: number; sha256: string }
  | { type: 'unreadable'; id: string; atMs: number; what: string }
  | { type: 'deleted'; id: string; atMs: number };

export interface Verdict {
  accepted: number;
  completed: number;
  failed: number;
  /** Ids of accepted compressions that had not finished by the end of the test run. */
  lost: string[];
  /** Ids of compressions whose status changed after the compression had finished. */
  relapsed: string[];
  /** Ids of compressions for which two different results were served. */
  ambiguous: string[];
  /** Ids of compressions whose result was available again after its deletion. */
  resurrected: string[];
  /** Results that were unavailable or invalid although they had not expired. */
  unreadable: string[];
}

/**
 * Checks the clients' observations: every accepted compression must finish exactly once with one result, and deleted
 * results must remain deleted.
 */
export function evaluateHistory(history: readonly Observation[]): Verdict {
  const seenOf = Map.groupBy(history, ({ id }) => id);
  const accepted = [...new Set(history.flatMap((seen) => (seen.type === 'accepted' ? [seen.id] : [])))];
  const ends = accepted.map((id) => finalStates(seenOf.get(id))[0]);
  const ids = [...seenOf.keys()];
  return {
    accepted: accepted.length,
    completed: ends.filter((end) => end === 'completed').length,
    failed: ends.filter((end) => end === 'failed').length,
    lost: accepted.filter((_, index) => ends[index] === undefined),
    relapsed: ids.filter((id) => hasRelapsed(seenOf.get(id))),
    ambiguous: ids.filter((id) => results(seenOf.get(id)).size > 1),
    resurrected: ids.filter((id) => isResurrected(seenOf.get(id))),
    unreadable: history.flatMap((seen) => (seen.type === 'unreadable' ? [`${seen.id} (${seen.what})`] : [])),
  };
}

type Status = Extract<Observation, { type: 'status' }>['status'];

function statuses(seen: readonly Observation[] = []): Status[] {
  return seen.flatMap((one) => (one.type === 'status' ? [one.status] : []));
}

function finalStates(seen?: readonly Observation[]): Status[] {
  return statuses(seen).filter((status) => status !== 'processing');
}

function hasRelapsed(seen?: readonly Observation[]): boolean {
  const all = statuses(seen);
  const firstFinal = all.findIndex((status) => status !== 'processing');
  return firstFinal >= 0 && all.slice(firstFinal).some((status) => status !== all[firstFinal]);
}

function results(seen: readonly Observation[] = []): Set<string> {
  return new Set(seen.flatMap((one) => (one.type === 'result' ? [one.sha256] : [])));
}

function isResurrected(seen: readonly Observation[] = []): boolean {
  const deletedAt = seen.findIndex(({ type }) => type === 'deleted');
  return deletedAt >= 0 && seen.slice(deletedAt).some(({ type }) => type === 'result');
}
