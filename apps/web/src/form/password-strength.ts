export type Strength = 'common' | 'weak' | 'fair' | 'good' | 'strong';

const pools: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];

/** Minimum entropy in bits for each password strength. */
const fairBits = 40;
const goodBits = 60;
const strongBits = 80;

/**
 * Estimates the strength of a password from its length and character classes. Repeated characters add little to the
 * estimate.
 */
export function strengthOf(password: string, common: ReadonlySet<string>): Strength {
  const lower = password.toLowerCase();
  if (common.has(lower) || common.has(lower.replace(/[\d!.]{1,4}$/, ''))) return 'common';
  const pool = pools.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const counted = Math.min(password.length, 2 * new Set(password).size);
  const bits = counted * Math.log2(pool || 1);
  if (bits >= strongBits) return 'strong';
  if (bits >= goodBits) return 'good';
  return bits >= fairBits ? 'fair' : 'weak';
}
