export type Strength = 'common' | 'weak' | 'fair' | 'good' | 'strong';

const pools: [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
];

/** From how many bits on a password is called so. */
const fairBits = 40;
const goodBits = 60;
const strongBits = 80;

/** How hard a password is to guess, roughly: how many there are of its length and kind. Repeated letters count little. */
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
