import { webhookMessage } from '@gossamer/contracts/api';
import { type WebhookEventType, webhookEventTypes, webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { AnswerExamples } from './examples.ts';

const header = z.object({
  'webhook-id': z.string().meta({
    description:
      'Identifies the message and stays the same for every attempt. A message can arrive more than once.',
    examples: ['0k3m5n7p9q1r3s5t7v9w1x3y5z7a9b1c'],
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .meta({
      description:
        'When this attempt was sent, as a Unix timestamp in seconds. Reject messages older than five minutes.',
      examples: ['1795339144'],
    }),
  'webhook-signature': z.string().meta({
    description:
      'One or two signatures, each `v1,` followed by the base64 HMAC-SHA256 of `id.timestamp.body`. There are two while a secret is being rotated.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
});

const texts: Record<WebhookEventType, { summary: string; description: string }> = {
  'compression.completed': {
    summary: 'A job is completed',
    description:
      'Sent when a result is ready, for every job of the account that was submitted through the API.',
  },
  'compression.failed': {
    summary: 'A job has failed',
    description: 'Sent when a job ends without a result. `data.error` contains the reason.',
  },
};

/** Documents the webhook messages (Standard Webhooks 1.0) as OpenAPI webhooks. */
export function webhookPaths({ completed, failed }: AnswerExamples): ZodOpenApiPathsObject {
  const examples = { 'compression.completed': completed, 'compression.failed': failed };
  return Object.fromEntries(
    webhookEventTypes.map((type) => {
      const data = examples[type];
      return [type, { post: message(type, { type, timestamp: data.settledAt, data }) }];
    }),
  );
}

function message(type: WebhookEventType, value: unknown): ZodOpenApiOperationObject {
  const [, outcome] = type.split('.');
  return {
    operationId: `${outcome}Webhook`,
    ...texts[type],
    security: [],
    requestParams: { header },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: webhookMessage.extend({ type: z.literal(type) }),
          examples: { example: { value } },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Respond within 15 seconds and process the message later.' },
      410: { description: 'The webhook is no longer wanted and is turned off.' },
      default: {
        description: `The message is sent again after ${retries()}, each varied by up to 20%, and then given up. \`Retry-After\` in a 429 or 503 response delays the next attempt.`,
      },
    },
  };
}

function retries(): string {
  const spans = webhookRetrySeconds.map((seconds) => {
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3_600) return `${seconds / 60} min`;
    const minutes = (seconds % 3_600) / 60;
    return `${Math.floor(seconds / 3_600)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  });
  return `${spans.slice(0, -1).join(', ')} and ${spans.at(-1)}`;
}
