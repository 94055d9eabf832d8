import { imageCompressed, imageDemoted, imageFailed } from './jobs.ts';

/**
 * The messages each service takes in its inbox queue, besides the facts it subscribes to (facts.ts).
 * The queue is named `inbox-<service>`.
 */
export const gatewayInbox = {
  name: 'inbox-gateway',
  jobs: { 'image.compressed': imageCompressed, 'image.failed': imageFailed, 'image.demoted': imageDemoted },
} as const;
