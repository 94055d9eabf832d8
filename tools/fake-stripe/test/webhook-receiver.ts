import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { keys } from './fake-stripe.ts';

export interface Receiver {
  url: string;
  port: number;
  /** Events received with a valid signature, in order of arrival. */
  taken: Stripe.Event[];
  /** Status codes of the next responses. Once the list is empty, all responses have status 200. */
  answers: number[];
  /** Returns the number of deliveries received, including rejected deliveries. */
  tries(): number;
}

/** Starts a webhook receiver that verifies signatures with Stripe's SDK. */
export async function openReceiver(port = 0): Promise<Receiver> {
  const taken: Stripe.Event[] = [];
  const answers: number[] = [];
  let tries = 0;
  const server = createServer(async (request, response) => {
    tries += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const status = answers.shift() ?? 200;
    if (status === 200) {
      const signature = String(request.headers['stripe-signature']);
      taken.push(Stripe.webhooks.constructEvent(Buffer.concat(chunks), signature, keys.webhookSecret));
    }
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}/webhooks/stripe`,
    port: ownPort,
    taken,
    answers,
    tries: () => tries,
  };
}
