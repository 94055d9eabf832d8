/** What the payment's way back adds to the address. */
const added = /^(payment|redirect_status|(payment|setup)_intent(_client_secret)?)$/;

/** "?payment=success&lang=de" → "?lang=de" */
export function withoutPayment(search: string): string {
  const rest = [...new URLSearchParams(search)].filter(([name]) => !added.test(name));
  return rest.length === 0 ? '' : `?${new URLSearchParams(rest)}`;
}
