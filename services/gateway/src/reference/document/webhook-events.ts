import { webhookMessage } from '@gossamer/contracts/api';
import { type WebhookEventType, webhookEventTypes, webhookRetrySeconds } from '@gossamer/contracts/webhooks';
import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import type { AnswerExamples } from './examples.ts';

const header = z.object({
  'webhook-id': z.string().meta({
    description: 'Names the message, the same at every attempt: a message may come more than once.',
    examples: ['0k3m5n7p9q1r3s5t7v9w1x3y5z7a9b1c'],
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .meta({
      description:
        'When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes.',
      examples: ['1795339144'],
    }),
  'webhook-signature': z.string().meta({
    description:
      'One or two signatures, `v1,` and base64 of an HMAC-SHA256 over `id.timestamp.body`; two while a secret is being replaced.',
    examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  }),
});

const texts: Record<WebhookEventType, { summary: string; description: string }> = {
  'compression.completed': {
    summary: 'A job is done',
    description: 'Sent when a result is there, for every job of the account that a program sent.',
  },
  'compression.failed': {
    summary: 'A job has failed',
    description: 'Sent when a job ended without a result; `data.error` says why.',
  },
};

/** What is sent to webhooks, by Standard Webhooks 1.0. */
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
    ...{ operationId: `${outcome}Webhook`, ...texts[type], security: [] },
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
      '2XX': { description: 'Taken. Answer within 15 seconds and do the work later.' },
      410: { description: 'Not wanted any more: the webhook is switched off.' },
      default: {
        description: `Sent again after ${retries()}, each with up to a fifth more or less; then given up. \`Retry-After\` of 429 and 503 delays that.`,
      },
    },
  };
}

function retries(): string {
  const spans = webhookRetrySeconds.map((seconds) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`;
  });
  return `${spans.slice(0, -1).join(', ')} and ${spans.at(-1)}`;
}
