import { expect, it } from 'vitest';
import { buildLink } from './build-link.ts';

const link = 'https://gossamer.example/?ref=MAYA7K';
const text = 'Gossamer';

it.each([
  [undefined, 'link', link],
  ['de', 'link', `${link}&lang=de`],
  ['en', 'link', `${link}&lang=en`],
  [undefined, 'markdown', `[Gossamer](${link})`],
  ['ja', 'html', `<a href="${link}&amp;lang=ja" rel="sponsored">Gossamer</a>`],
] as const)('builds the referral link for the language %s as %s', (language, form, expected) => {
  expect(buildLink(link, { language, form, text })).toBe(expected);
});

it('escapes the link text in HTML', () => {
  const html = buildLink(link, { language: undefined, form: 'html', text: '</a><b title="x">' });
  expect(html).toContain('>&lt;/a&gt;&lt;b title=&quot;x&quot;&gt;</a>');
});
