import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Webhook, webhookRequest } from '@gossamer/contracts/webhooks';
import { expect } from '@playwright/test';
import type { Requester } from './member.ts';

export type SeenMessage = { headers: IncomingHttpHeaders; body: string };

/** Mock webhook server of a member. Records the messages that it receives. */
export class WebhookReceiver {
  readonly messages: SeenMessage[] = [];
  /** HTTP status with which the server responds. */
  status = 200;
  private readonly server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(this.status, { 'content-type': 'text/plain' }).end('Seen.');
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** Resolves with the `count`th message (starting from 1) once it has arrived. */
  async message(count: number): Promise<SeenMessage> {
    await expect.poll(() => this.messages.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
    const message = this.messages[count - 1];
    if (!message) throw new Error('The webhook message is missing');
    return message;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Returns the signatures in the header of a webhook message. */
export function signaturesOf({ headers }: SeenMessage): string[] {
  return String(headers['webhook-signature']).split(' ');
}

/** Computes the signature of a webhook message with the given secret, according to Standard Webhooks. */
export function signatureBy(secret: string, { headers, body }: SeenMessage): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** Creates a webhook for the logged-in member through the API. */
export async function addWebhookByApi(page: Requester, url: string): Promise<Webhook> {
  const data = webhookRequest.parse({ label: 'Production', url });
  const response = await page.request.post('/api/webhooks', { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}
