import { fakeStripePath } from '@gossamer/contracts/billing';
import { z } from 'zod';
import { AnswerError, NetworkError } from '../../../../lib/api-error.ts';

const answer = z.union([
  z.object({ status: z.literal('succeeded') }),
  z.object({
    status: z.literal('requires_action'),
    action: z.union([
      z.object({ type: z.literal('dialog') }),
      z.object({ type: z.literal('redirect'), url: z.string() }),
    ]),
  }),
  z.object({ error: z.object({ code: z.string().optional(), message: z.string() }) }),
]);
export type FakeStripeAnswer = z.infer<typeof answer>;

type Confirmation = {
  publishableKey: string;
  clientSecret: string;
  returnUrl: string;
  method: 'card' | 'link';
  card?: { number: string; expMonth: number; expYear: number; cvc: string };
  email?: string | undefined;
};
type Authentication = { publishableKey: string; clientSecret: string; outcome: 'complete' | 'fail' };

/** Requests that Stripe's script would send to Stripe. @throws NetworkError, AnswerError */
export const standInRequests = {
  confirm: (body: Confirmation) => post('confirm', body),
  authenticate: (body: Authentication) => post('authenticate', body),
};

async function post(action: string, body: unknown): Promise<FakeStripeAnswer> {
  const text = await fetch(`${fakeStripePath}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
    .then((response) => response.text())
    .catch((cause: unknown) => {
      throw new NetworkError('No answer', { cause });
    });
  try {
    return answer.parse(JSON.parse(text));
  } catch (cause) {
    throw new AnswerError('Unknown response format', { cause });
  }
}
