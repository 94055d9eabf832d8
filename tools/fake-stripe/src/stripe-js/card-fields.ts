/** Values of the card fields. */
export type Card = { number: string; expiry: string; cvc: string };
export type CardField = keyof Card;

const digitsOf = (text: string, max: number) => text.replace(/\D/g, '').slice(0, max);

/** Formats the value of a card field during input: card numbers in groups of four digits, expiry dates as "MM / YY". */
export const formatCard: Record<CardField, (typed: string) => string> = {
  number: (typed) => digitsOf(typed, 19).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: formatExpiry,
  cvc: (typed) => digitsOf(typed, 4),
};

function formatExpiry(typed: string): string {
  // Prefix a leading digit from 2 to 9 with 0, because no two-digit month starts with these digits.
  const digits = digitsOf(typed.replace(/^\s*([2-9])/, '0$1'), 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** Returns the names of all invalid card fields. Expiry dates are compared with `now`. */
export function wrongCardFields({ number, expiry, cvc }: Card, now: Date): CardField[] {
  const digits = digitsOf(number, 19);
  const wrong: CardField[] = [];
  if (digits.length < 13 || !hasCheckDigit(digits)) wrong.push('number');
  if (!isInFuture(readExpiry(expiry), now)) wrong.push('expiry');
  if (!/^\d{3,4}$/.test(cvc)) wrong.push('cvc');
  return wrong;
}

/** Parses an expiry date: "07 / 31" is July 2031. The month of an incomplete date is 0. */
export function readExpiry(expiry: string): { expMonth: number; expYear: number } {
  const digits = digitsOf(expiry, 4);
  return {
    expMonth: digits.length === 4 ? Number(digits.slice(0, 2)) : 0,
    expYear: 2000 + Number(digits.slice(2)),
  };
}

/** Returns whether a card has not expired. A card is valid until the end of its expiry month. */
function isInFuture({ expMonth, expYear }: ReturnType<typeof readExpiry>, now: Date): boolean {
  if (expMonth < 1 || expMonth > 12) return false;
  return expYear * 12 + expMonth >= now.getFullYear() * 12 + now.getMonth() + 1;
}

/** Validates the Luhn check digit, which detects mistyped digits. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
