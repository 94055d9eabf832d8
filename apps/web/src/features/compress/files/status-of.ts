import type { UploadItem } from '../uploads/upload-state.ts';

/** Maps an item's state to one of the four states in the specification. */
export function statusOf({ step }: UploadItem): 'pending' | 'processing' | 'completed' | 'failed' {
  if (step.name === 'completed' || step.name === 'failed') return step.name;
  return step.name === 'uploading' || step.name === 'compressing' ? 'processing' : 'pending';
}
