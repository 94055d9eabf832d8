import type { Failure } from '../../../lib/api-failure.ts';
import type { UploadsState } from './upload-state.ts';

/** What has not left yet would only fail as well: it stays in the list, waiting for a press of Compress. */
export function holdBack(state: UploadsState, reachedLimit: Failure): UploadsState {
  const isHeldBack = (name: string) => name === 'queued' || name === 'held';
  const keys = state.items.filter(({ step }) => isHeldBack(step.name)).map(({ key }) => key);
  return {
    ...state,
    items: state.items.map((item) => (keys.includes(item.key) ? { ...item, step: { name: 'idle' } } : item)),
    batch: state.batch.filter((key) => !keys.includes(key)),
    reachedLimit,
  };
}
