/** Values of the card fields. */
export type Card = { number: string; expiry: string; cvc: string };
export type CardField = keyof Card;

const digitsOf = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

/** Formats a value while it is typed: card numbers in groups of four digits, dates as "MM / YY". */
export const formatCard: Record<CardField, (typed: string) => string> = {
  number: (typed) => digitsOf(typed, 19).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: formatExpiry,
  cvc: (typed) => digitsOf(typed, 4),
};

function formatExpiry(typed: string): string {
  // Prefix a leading 2 to 9 with 0, because months have two digits.
  const digits = digitsOf(typed.replace(/^\s*([2-9])/, '0$1'), 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Returns the names of the invalid fields. Expiry dates are compared with `now`. */
export function wrongCardFields({ number, expiry, cvc }: Card, now: Date): CardField[] {
  const digits = digitsOf(number, 19);
  const wrong: CardField[] = [];
  if (digits.length < 13 || !hasCheckDigit(digits)) wrong.push('number');
  if (!isInFuture(readExpiry(expiry), now)) wrong.push('expiry');
  if (!/^\d{3,4}$/.test(cvc)) wrong.push('cvc');
  return wrong;
}

/** Parses "07 / 31" to month 7 of 2031. The month of an incomplete date is 0. */
export function readExpiry(expiry: string): { expMonth: number; expYear: number } {
  const digits = digitsOf(expiry, 4);
  return {
    expMonth: digits.length === 4 ? Number(digits.slice(0, 2)) : 0,
    expYear: 2000 + Number(digits.slice(2)),
  };
}

/** Returns whether a card has not expired. Cards are valid until the end of their expiry month. */
function isInFuture({ expMonth, expYear }: ReturnType<typeof readExpiry>, now: Date): boolean {
  if (expMonth < 1 || expMonth > 12) return false;
  return expYear * 12 + expMonth >= now.getFullYear() * 12 + now.getMonth() + 1;
}

/** Verifies the Luhn checksum, which detects a mistyped digit. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
