import { describe, expect, it } from 'vitest';
import { evaluateHistory, type Observation } from '../src/history.ts';

const accepted = (id: string): Observation => ({ type: 'accepted', id, atMs: 0 });
const status = (id: string, now: 'processing' | 'completed' | 'failed'): Observation => ({
  type: 'status',
  id,
  atMs: 1,
  status: now,
});
const result = (id: string, sha256: string): Observation => ({ type: 'result', id, atMs: 2, sha256 });
const deleted = (id: string): Observation => ({ type: 'deleted', id, atMs: 3 });

describe('evaluateHistory', () => {
  it('accepts a history without violations', () => {
    const history = [
      accepted('a'),
      status('a', 'processing'),
      status('a', 'completed'),
      result('a', '1'),
      result('a', '1'),
    ];
    expect(evaluateHistory([...history, accepted('b'), status('b', 'failed')])).toEqual({
      accepted: 2,
      completed: 1,
      failed: 1,
      lost: [],
      relapsed: [],
      ambiguous: [],
      resurrected: [],
      unreadable: [],
    });
  });

  it('reports accepted uploads that never completed', () => {
    expect(evaluateHistory([accepted('a'), status('a', 'processing')]).lost).toEqual(['a']);
    expect(evaluateHistory([accepted('a')]).lost).toEqual(['a']);
  });

  it.each(['processing', 'failed'] as const)('reports a change from a final state to %s', (next) => {
    expect(evaluateHistory([accepted('a'), status('a', 'completed'), status('a', next)]).relapsed).toEqual([
      'a',
    ]);
  });

  it('reports a compression with two results', () => {
    expect(evaluateHistory([accepted('a'), result('a', '1'), result('a', '2')]).ambiguous).toEqual(['a']);
  });

  it('reports a result that reappears after its deletion', () => {
    const history = [accepted('a'), status('a', 'completed'), result('a', '1'), deleted('a')];
    expect(evaluateHistory([...history, result('a', '1')]).resurrected).toEqual(['a']);
  });

  it('reports a result that is unavailable before it expires', () => {
    const history = [accepted('a'), status('a', 'completed'), result('a', '1')];
    const gone = { type: 'unreadable', id: 'a', atMs: 4, what: '404' } as const;
    expect(evaluateHistory([...history, gone]).unreadable).toEqual(['a (404)']);
  });

  it('accepts results that stay deleted and results that still exist', () => {
    const history = [result('a', '1'), deleted('a'), deleted('a'), result('b', '1')];
    expect(evaluateHistory(history).resurrected).toEqual([]);
  });
});
