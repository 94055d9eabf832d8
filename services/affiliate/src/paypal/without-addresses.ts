const maxLength = 300;

/** What PayPal says, for a log or a row: whose address it is about is not for either. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+@\S+/g, '…').slice(0, maxLength);
}
