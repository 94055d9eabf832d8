import { imageCompressed, imageDemoted, imageFailed } from './jobs.ts';

/**
 * The messages in the gateway's inbox queue, besides the facts that it subscribes to (facts.ts).
 * An inbox queue is named `inbox-<service>`.
 */
export const gatewayInbox = {
  name: 'inbox-gateway',
  jobs: { 'image.compressed': imageCompressed, 'image.failed': imageFailed, 'image.demoted': imageDemoted },
} as const;
