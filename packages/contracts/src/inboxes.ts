import { imageCompressed, imageDemoted, imageFailed } from './jobs.ts';

/**
 * Messages in the gateway's inbox queue, in addition to the facts (domain events) that the gateway subscribes to. An
 * inbox queue is named `inbox-<service>`.
 */
export const gatewayInbox = {
  name: 'inbox-gateway',
  jobs: { 'image.compressed': imageCompressed, 'image.failed': imageFailed, 'image.demoted': imageDemoted },
} as const;
