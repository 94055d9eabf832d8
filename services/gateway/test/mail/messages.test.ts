import { existsSync, readFileSync } from 'node:fs';
import { locales } from '@gossamer/contracts/locales';
import { describe, expect, it } from 'vitest';
import { mailMessages, messagesFile } from '../../src/mail/messages.ts';

const read = (code: (typeof locales)[number]['code']): unknown =>
  JSON.parse(readFileSync(messagesFile(code), 'utf8'));

/** Returns all email texts as pairs of a path, such as `verify.subject`, and a text. */
function flat(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value as object, `${path}${key}.`),
  );
}

const placeholders = (text: string) => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
const english = flat(mailMessages.parse(read('en')));

describe.each(locales)('the email texts in $name', ({ code }) => {
  it('are complete', () => {
    expect(existsSync(messagesFile(code)), `${code}.json is missing`).toBe(true);
    expect(() => mailMessages.parse(read(code))).not.toThrow();
  });

  it('have the placeholders of the English texts and are translated', () => {
    const texts = new Map(flat(mailMessages.parse(read(code))));
    for (const [path, text] of english) {
      expect(placeholders(texts.get(path) ?? ''), path).toEqual(placeholders(text));
      if (code !== 'en') expect(texts.get(path), path).not.toBe(text);
    }
  });
});
