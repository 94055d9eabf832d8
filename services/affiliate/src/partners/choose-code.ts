import { randomInt } from 'node:crypto';

/** Characters allowed in codes. Omits the ambiguous characters 0, 1, I, L, O and U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const maxNameLetters = 6;

/** Returns a recognizable code: the first Latin letters of the name, if any, followed by random characters. */
export function chooseCode(name: string): string {
  const letters = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .find((word) => word.length >= 3);
  const start = letters?.slice(0, maxNameLetters) ?? '';
  const length = start === '' ? 8 : 4;
  return start + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
