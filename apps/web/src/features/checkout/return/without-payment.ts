/** Query parameters that the payment provider adds to the return URL. */
const added = /^(payment|redirect_status|(payment|setup)_intent(_client_secret)?)$/;

/** Removes the payment parameters from a query string: "?payment=success&lang=de" becomes "?lang=de". */
export function withoutPayment(search: string): string {
  const rest = [...new URLSearchParams(search)].filter(([name]) => !added.test(name));
  return rest.length === 0 ? '' : `?${new URLSearchParams(rest)}`;
}
