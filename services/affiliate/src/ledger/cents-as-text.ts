/** Formats whole cents as dollars (`2.25`), without floating-point arithmetic. */
export function centsAsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
