const maxLength = 300;

/** Removes email addresses from PayPal's messages, because addresses must not be logged or stored. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/\S+@\S+/g, '…').slice(0, maxLength);
}
