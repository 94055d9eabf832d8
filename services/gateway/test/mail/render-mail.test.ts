import { locales } from '@gossamer/contracts/locales';
import { describe, expect, it } from 'vitest';
import { renderMail as render } from '../../src/mail/render-mail.ts';

const link = 'https://gossamer.example/reset-password?token=abc&x=1';
const refund = {
  accountId: 'a1',
  plan: 'pro' as const,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  invoiceId: 'in_1',
  paymentIntentId: 'pi_1',
  customerId: 'cus_1',
  amountCents: 900,
  currency: 'usd',
  paidAt: '2026-11-20T23:30:00.000Z',
  reason: 'No use\nfor it <b>',
};
type Mail = Parameters<typeof render>[0];
const createdAt = new Date('2026-11-20T14:05:00.000Z');
const renderMail = (mail: Omit<Mail, 'createdAt'>, url: string | undefined) =>
  render({ ...mail, createdAt }, url, 'help@gossamer.example');
const reset = (firstName: string) => renderMail({ kind: 'reset', firstName, language: 'en' }, link);

describe('an email', () => {
  it('has the same content as text and as HTML', async () => {
    const { subject, text, html } = await reset('Ada');
    expect(subject).toBe('Set a new password');
    expect(text).toContain('Hello Ada,\n');
    expect(text).toContain(`Set a new password:\n${link}\n`);
    expect(text).toContain('after 10 minutes');
    expect(html).toMatch(/<p [^>]*>Hello Ada,<\/p>/);
    expect(html).toMatch(/<h1 [^>]*>Set a new password<\/h1>/);
    expect(html).toContain('href="https://gossamer.example/reset-password?token=abc&amp;x=1"');
    expect(html).toContain('open this link:<br>');
    expect(html).toContain('>https://gossamer.example/reset-password?token=abc&amp;x=1</a></bdi>');
    const footer = 'This is a service email about a Gossamer account. We do not send newsletters.';
    const help = 'Questions? Write to help@gossamer.example.';
    expect(text.endsWith(`\n\n${footer}\n${help}\n`)).toBe(true);
    expect(html).toContain(`>${footer}<br>\n${help}</td>`);
    expect(text + html).not.toMatch(/\{\{|\}\}/);
  });

  it('shows the URL below the button as an underlined link in the accent color of the theme', async () => {
    const { html } = await reset('Ada');
    const [, attributes = ''] = /<bdi dir="ltr"><a ([^>]*)>/.exec(html) ?? [];
    expect(attributes).toContain(
      'class="link" href="https://gossamer.example/reset-password?token=abc&amp;x=1"',
    );
    expect(attributes).toContain('color:#08705e;text-decoration:underline');
    const [, darkStyles = ''] = html.split('@media (prefers-color-scheme: dark)');
    expect(darkStyles).toContain('.link { color: #4fc9ac !important; }');
  });

  it('is previewed in the inbox with its first paragraph instead of its greeting', async () => {
    const { html } = await reset('Ada');
    const [, preview] = /<body[^>]*>\s*<div [^>]*>([^<]*)</.exec(html) ?? [];
    expect(preview).toBe('Open this link to set a new password for your Gossamer account.');
  });

  it('contains no external resources and no scripts', async () => {
    const { html } = await reset('Ada');
    expect(html).not.toMatch(/<(img|script|link|iframe|object)|\bsrc=|url\(|\bon\w+=/i);
  });

  it.each([
    ['<b>Ada</b>', '<b>'],
    ['Ada"onclick="x', '"onclick'],
    ["Ada' & co", "Ada' &"],
  ])('escapes the name %s', async (name, raw) => {
    expect((await reset(name)).html).not.toContain(raw);
  });

  it('neither expands placeholders nor keeps line breaks in a name', async () => {
    const { text } = await reset('{{minutes}}\r\nBcc: x');
    expect(text).not.toContain('\r');
    expect(text).not.toContain('\nBcc');
    expect((await reset('{{minutes}}')).text).toContain('Hello {{minutes}},');
  });

  it.each(['Win at evil.example', 'https//evil', 'www.evil.example', 'a@evil', 'evil.example/x'])(
    'omits a name that contains a URL or an address: "%s"',
    async (name) => {
      const { text, html } = await reset(name);
      expect(text).toMatch(/^Hello,\n/);
      expect(text + html).not.toContain('evil');
    },
  );

  it.each(['J. R.', "Anne-Marie O'Neil", '李小龍', 'عائشة', 'Zoë'])('greets %s by name', async (name) => {
    expect((await reset(name)).text).toContain(`Hello ${name},`);
  });

  it.each(locales)('has the text direction of the language $code', async ({ code, dir }) => {
    const kinds = [
      'verify',
      'reset',
      'passwordChanged',
      'emailChanged',
      'accountDeleted',
      'refundRequested',
    ] as const;
    for (const kind of kinds) {
      const { html } = await renderMail({ kind, firstName: 'Ada', language: code, details: refund }, link);
      // If the translations into this language were missing, the email would be in English and left-to-right.
      expect(html).toContain(`<html lang="${code}" dir="${dir}">`);
    }
  });
});

describe('the notice about a changed password', () => {
  const notice = (language: (typeof locales)[number]['code'], details?: Mail['details']) =>
    renderMail({ kind: 'passwordChanged', firstName: 'Ada', language, ...(details && { details }) }, link);

  it.each(locales)('contains the time of the change and a link, in the language $code', async ({ code }) => {
    const { text, html } = await notice(code);
    expect(text).toMatch(/2026[^\n]*\b(14|2):05\b/);
    expect(text).toContain('UTC');
    expect(text).toContain(link);
    expect(text + html).not.toMatch(/\{\{|\}\}/);
  });

  it('mentions the revocation of API keys and webhooks only if it took place', async () => {
    const { text } = await notice('en');
    expect(text).toMatch(/was changed on November 20, 2026 at 2:05\sPM UTC, and you were logged out/);
    expect(text).not.toContain('revoked');
    expect((await notice('en', { areKeysRevoked: true })).text).toContain(
      'webhooks of your account were revoked',
    );
  });
});

describe('the notice about a changed payout address', () => {
  const notice = (language: (typeof locales)[number]['code'], payoutEmail = 'pay@example.com') => {
    const details = { payoutEmail };
    return renderMail({ kind: 'payoutEmailChanged', firstName: 'Ada', language, details }, link);
  };

  it.each(locales)('contains the address and a link, in the language $code', async ({ code, dir }) => {
    const { text, html } = await notice(code);
    expect(text).toContain(dir === 'rtl' ? '\u2068pay@example.com\u2069' : 'pay@example.com');
    expect(text).toContain(link);
    expect(html).toContain(`<html lang="${code}" dir="${dir}">`);
    expect(text + html).not.toMatch(/\{\{|\}\}/);
  });

  it('escapes the address and does not expand placeholders in it', async () => {
    const { html } = await notice('en', '{{name}}<b>@example.com');
    expect(html).toContain('{{name}}&lt;b&gt;@example.com');
  });

  it('cannot be rendered without its details or a link', async () => {
    const mail = { kind: 'payoutEmailChanged', firstName: 'Ada', language: 'en' } as const;
    await expect(renderMail({ ...mail, details: refund }, link)).rejects.toThrow('has no details');
    await expect(renderMail({ ...mail, details: { payoutEmail: 'x' } }, undefined)).rejects.toThrow(
      'has no link',
    );
  });
});

describe('the notice about a disabled webhook', () => {
  const notice = (
    language: (typeof locales)[number]['code'],
    disabledReason: 'gone' | 'failing',
    more: { webhookLabel?: string; webhookUrl?: string } = {},
  ) => {
    const details = { webhookLabel: 'Shop', disabledReason, ...more };
    const mail = { kind: 'webhookDisabled', firstName: 'Ada', language, details } as const;
    return renderMail(mail, 'https://gossamer.example/account');
  };

  it.each(locales)(
    'states in the language $code which webhook was disabled and why',
    async ({ code, dir }) => {
      const gone = await notice(code, 'gone');
      const failing = await notice(code, 'failing');
      for (const { text } of [gone, failing]) {
        expect(text).toContain(dir === 'rtl' ? '\u2068Shop\u2069' : 'Shop');
        expect(text).toContain('30');
        expect(text).toContain('https://gossamer.example/account');
        expect(text).not.toMatch(/\{\{|\}\}/);
      }
      expect(gone.text).toContain('410 Gone');
      expect(failing.text).toContain('5');
      expect(failing.text).not.toContain('410');
    },
  );

  it('escapes the webhook’s label and does not expand placeholders in it', async () => {
    const { html } = await notice('en', 'gone', { webhookLabel: '{{days}}<b>' });
    expect(html).toContain('{{days}}&lt;b&gt;');
  });

  it.each(locales)(
    'contains the endpoint’s URL in a separate paragraph, in the language $code',
    async ({ code, dir }) => {
      const webhookUrl = 'https://shop.example/hooks?a=1&b={{days}}';
      const { text, html } = await notice(code, 'failing', { webhookUrl });
      const shown = dir === 'rtl' ? `\u2068${webhookUrl}\u2069` : webhookUrl;
      const [, first, second] = text.split('\n\n');
      expect(first).toContain('Shop');
      expect(second).toBe(`URL: ${shown}`);
      expect(html).toContain(`>URL: ${shown.replace('&', '&amp;')}</p>`);
    },
  );

  it('omits the endpoint’s URL if the details of the email do not contain the URL', async () => {
    const paragraphs = (text: string) => text.split('\n\n').length;
    const { text } = await notice('en', 'gone');
    const named = await notice('en', 'gone', { webhookUrl: 'https://shop.example/' });
    expect(text).not.toContain('undefined');
    expect(paragraphs(named.text) - paragraphs(text)).toBe(1);
  });

  it('cannot be rendered without its details', async () => {
    const mail = { kind: 'webhookDisabled', firstName: 'Ada', language: 'en' } as const;
    await expect(renderMail({ ...mail, details: refund }, link)).rejects.toThrow('has no details');
  });
});

describe('the notice about a new API key', () => {
  const notice = (language: (typeof locales)[number]['code'], keyLabel = 'Shop') => {
    const details = { keyLabel, keyCreatedAt: '2026-11-20T14:05:00.000Z' };
    return renderMail({ kind: 'apiKeyCreated', firstName: 'Ada', language, details }, link);
  };

  it.each(locales)(
    'contains the key’s label, the time and a link, in the language $code',
    async ({ code, dir }) => {
      const { text, html } = await notice(code);
      expect(text).toContain(dir === 'rtl' ? '\u2068Shop\u2069' : 'Shop');
      expect(text).toMatch(/2026[^\n]*\b(14|2):05\b/);
      expect(text).toContain('UTC');
      expect(text).toContain(link);
      expect(html).toContain(`<html lang="${code}" dir="${dir}">`);
      expect(text + html).not.toMatch(/\{\{|\}\}/);
    },
  );

  it('escapes the key’s label and does not expand placeholders in it', async () => {
    const { html } = await notice('en', '{{time}}<b>');
    expect(html).toContain('{{time}}&lt;b&gt;');
    expect(html).toMatch(/on November 20, 2026 at 2:05\sPM UTC\./);
  });

  it('cannot be rendered without its details', async () => {
    const mail = { kind: 'apiKeyCreated', firstName: 'Ada', language: 'en', details: refund } as const;
    await expect(renderMail(mail, link)).rejects.toThrow('has no details');
  });
});

describe('the email about a refund request', () => {
  it.each([
    ['en', '$9.00', 'November 20, 2026'],
    ['de', '9,00\u00a0$', '20. November 2026'],
    ['ja', '$9.00', '2026年11月20日'],
    ['ar', '9.00', '20 نوفمبر 2026'],
  ] as const)(
    'formats the amount and the date in the member’s language: %s',
    async (language, amount, date) => {
      const mail = { kind: 'refundRequested', firstName: 'Ada', language, details: refund } as const;
      const { text } = await renderMail(mail, undefined);
      expect(text).toContain(amount);
      expect(text).toContain(date);
      expect(text).not.toMatch(/\{\{|\}\}/);
    },
  );

  it('contains all details for support in English and escapes the reason', async () => {
    const mail = { kind: 'refundRequest', firstName: 'Ada', language: 'ja', details: refund } as const;
    const { subject, text, html } = await renderMail(mail, undefined);
    expect(subject).toBe('Refund request: in_1');
    for (const fact of [
      'Ada Lovelace',
      'ada@example.com',
      'a1',
      'pro',
      'in_1',
      'pi_1',
      'cus_1',
      '$9.00 (USD)',
    ]) {
      expect(text).toContain(fact);
    }
    expect(text).toContain('2026-11-20T23:30:00.000Z');
    expect(text).toContain('Reason:\nNo use\nfor it <b>');
    expect(html).toContain('No use<br>\nfor it &lt;b&gt;');
    const silent = { ...mail, details: { ...refund, reason: '' } };
    expect((await renderMail(silent, undefined)).text).toContain('No reason was given.');
  });
});
