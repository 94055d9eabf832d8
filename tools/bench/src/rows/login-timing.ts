import { fromOneAddress } from '@gossamer/dev/environment';
import { median, type Row, short } from '../figures.ts';
import { newEmail, sendJson, signUp } from '../members.ts';
import { withProduct } from '../product.ts';

/**
 * Number of login attempts per account. It is below the attempt limit for 15 minutes, of which the sign-up has used one
 * attempt.
 */
const triesPerAccount = 18;
const accounts = 12;

/**
 * Checks whether the response time of a rejected login reveals that an account exists (OWASP ASVS 5.0, 6.3.8).
 * Alternately sends wrong passwords for known and unknown email addresses, and compares the median response times.
 */
export const loginTiming: Row = {
  name: 'login with a wrong password: a known address against an unknown one, larger median by smaller',
  unit: '×',
  better: 'less',
  target: 1.1,
  measure: async ({ profile }) =>
    withProduct({ profile, env: fromOneAddress }, async ({ url }) => {
      const known: number[] = [];
      const unknown: number[] = [];
      for (let index = 0; index < accounts; index++) await tryInTurns(url, known, unknown);
      const medians = [median(known), median(unknown)];
      return {
        value: Math.max(...medians) / Math.min(...medians),
        detail: `known ${short(median(known))} ms, unknown ${short(median(unknown))} ms, ${known.length} each`,
      };
    }),
};

/** Alternately tries to log in with a known and an unknown email address. Each round reverses the order. */
async function tryInTurns(url: string, known: number[], unknown: number[]): Promise<void> {
  const [{ email }, unknownEmail] = [await signUp(url), newEmail()];
  for (let round = 0; round < triesPerAccount; round++) {
    const pair = [() => timed(url, email, known), () => timed(url, unknownEmail, unknown)];
    for (const attempt of round % 2 === 0 ? pair : pair.reverse()) await attempt();
  }
}

async function timed(url: string, email: string, times: number[]): Promise<void> {
  const startedAt = performance.now();
  await sendJson(`${url}/api/auth/login`, { email, password: 'not the password' }, 401);
  times.push(performance.now() - startedAt);
}
