import type { RefundDetails } from '../db/schema.ts';
import { formatAmount } from './format.ts';
import { layOut, type RenderedMail } from './lay-out.ts';

/** Renders a refund request for support, in English. */
export function renderRefundRequest(details: RefundDetails): RenderedMail {
  const { firstName, lastName, email, accountId, plan, invoiceId, paymentIntentId, customerId } = details;
  const facts = [
    ['Name', `${firstName} ${lastName}`],
    ['Email', email],
    ['Account', accountId],
    ['Plan', plan],
    ['Invoice', invoiceId],
    ['Payment intent', paymentIntentId ?? 'none'],
    ['Customer', customerId],
    ['Amount', `${formatAmount(details, 'en')} (${details.currency.toUpperCase()})`],
    ['Paid', details.paidAt],
  ];
  return layOut(
    `Refund request: ${invoiceId}`,
    [
      { words: 'A member requests a refund.' },
      { words: facts.map(([name, value]) => `${name}: ${value}`).join('\n') },
      { words: details.reason === '' ? 'No reason was given.' : `Reason:\n${details.reason}` },
    ],
    'en',
  );
}
