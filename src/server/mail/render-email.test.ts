import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeContrast, findLegibleColor, TEXT_CONTRAST } from '#contract/band-colors.ts';
import { openMailServer } from '../../../tests/support/mail-server.ts';
import { themes } from '../pages/colors.ts';
import { type AccountEmailKind, renderAccountEmail } from './account-emails.ts';
import { type MailDesign, readMailColors, toOneLine } from './mail-design.ts';
import { createMailer } from './mailer.ts';
import { type Email, renderEmail } from './render-email.ts';

const DESIGN: MailDesign = {
  site: 'Kite Calls',
  url: 'https://kites.example',
  colors: readMailColors({ colors: { dark: '#7db4ff', light: '#1957b6' } }),
  mark: Buffer.from('the logo'),
};
const RESULT = {
  subject: 'You scored 87 at Harbor Hall',
  introduction: 'Your prediction for Harbor Hall in Richmond scored 87 points.',
  details: ['Your best call: “Ember” as the opener (+41).'],
  button: 'See your scorecard',
  reason: 'You’re receiving this email because result emails are turned on.',
};
const SUBSCRIPTION = {
  stopLabel: 'Stop result emails',
  stopUrl: 'https://kites.example/unsubscribe?token=t',
  settingsUrl: 'https://kites.example/settings',
};
const TARGET = { to: 'fan@example.com', link: 'https://kites.example/my-predictions?show=1' };
const KINDS: AccountEmailKind[] = ['reset-password', 'sign-in', 'verify-email', 'trial', 'welcome'];

const renderResult = (design = DESIGN, fields: Partial<typeof RESULT> = {}) =>
  renderEmail({ ...RESULT, ...fields }, design, { ...TARGET, subscription: SUBSCRIPTION });

describe('text in an email', () => {
  const color = fc.nat(0xffffff).map((number) => `#${number.toString(16).padStart(6, '0')}`);

  test('is readable in both themes, in the default color and in every color of a band', () => {
    const check = (colors: { dark: string; light: string } | null) => {
      for (const room of Object.values(readMailColors({ colors }))) {
        const pairs = [
          [room.text, room.page],
          [room.text, room.card],
          [room.dim, room.page],
          [room.dim, room.card],
          [room.buttonText, room.button],
        ] as const;
        for (const [front, back] of pairs)
          expect(computeContrast(front, back)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    };
    check(null);
    const bandColors = fc.record({
      dark: color.map((value) => findLegibleColor(themes, 'dark', value)),
      light: color.map((value) => findLegibleColor(themes, 'light', value)),
    });
    fc.assert(fc.property(bandColors, check));
  });

  test('has only the colors that are checked', () => {
    const { html } = renderResult();
    const known = Object.values(DESIGN.colors).flatMap((room) => Object.values(room));
    const colors = html.match(/#[0-9a-f]{3,8}\b/g) ?? [];
    expect(new Set(colors).size).toBeGreaterThan(8);
    expect(colors.filter((found) => !known.includes(found))).toEqual([]);
  });
});

test('has the same content as text and as HTML', () => {
  for (const { html, text } of [renderResult(), ...KINDS.map((kind) => account(kind))]) {
    const body = html
      .replace(/^[\s\S]*<body/, '<body')
      .replace(/<p class="dim"[^>]*>Button not working.*?<\/p>/, '')
      .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, '$2 $1');
    const words = [...toWords(body.replace(/<[^>]*>/g, ' '))].sort();
    // The header repeats the name, with a link.
    expect([...toWords(text), ...toWords(`Kite Calls ${DESIGN.url} ${DESIGN.url}`)].sort()).toEqual(
      words,
    );
  }
});

const account = (kind: AccountEmailKind, design = DESIGN) =>
  renderAccountEmail(kind, design, TARGET);

const toWords = (text: string) =>
  text
    .replaceAll('&#39;', "'")
    .split(/[\s:·]+(?!\/\/)/)
    .filter(Boolean);

describe('the footer', () => {
  test("has the site's name, the reason for the email, an unsubscribe link and all settings", () => {
    const { text, html, headers } = renderResult();
    expect(text.split('\n').slice(-5)).toEqual([
      'Kite Calls: https://kites.example',
      RESULT.reason,
      'Stop result emails: https://kites.example/unsubscribe?token=t',
      'All email settings: https://kites.example/settings',
      '',
    ]);
    expect(html).toContain('>Stop result emails</a> · <a ');
    expect(headers?.['List-Unsubscribe']).toBe(`<${SUBSCRIPTION.stopUrl}>`);
  });

  test.each(KINDS)('of %s has no unsubscribe link', (kind) => {
    const { text, html, headers } = account(kind);
    expect(text).toContain('You’re receiving this email because ');
    expect(text + html).not.toMatch(/unsubscribe|Stop |settings/i);
    expect(headers).toBeUndefined();
  });
});

test('has the logo as an inline image, or only the name if there is none', () => {
  expect(renderResult().images).toMatchObject([{ cid: 'logo', filename: 'logo.png' }]);
  expect(renderResult().html).toContain('src="cid:logo"');
  const plain = renderResult({ ...DESIGN, mark: undefined });
  expect(plain.images).toEqual([]);
  expect(plain.html).not.toContain('<img');
  expect(plain.html).toContain('Kite Calls</b>');
});

test('follows the dark theme of the reader', () => {
  const { html } = renderResult();
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ''] = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? [];
  const { page, card, text, dim, button, buttonText } = DESIGN.colors.dark;
  for (const color of [page, card, text, dim, button, buttonText]) expect(dark).toContain(color);
});

describe('a name', () => {
  test.each([
    ['with markup', `<img src=x onerror="a()"> 'n' & "Co"`],
    ['with a line break', 'Kites\r\nBcc: evil@example.com'],
    ['that is long', 'Kite '.repeat(12)],
    ['in another script', 'Драконы 🪁'],
  ])('%s stays one line of text', async (_, name) => {
    const design = { ...DESIGN, site: toOneLine(name) };
    const email = renderResult(design, { subject: `You scored 87 at ${name}` });
    expect(email.subject).not.toMatch(/[\r\n]/);
    expect(email.html).not.toContain('<img src=x');
    expect(email.text).toContain(`${toOneLine(name)}: https://kites.example`);
    const { from, to, headers } = await send(email);
    expect([from, to]).toEqual(['us@kites.example', ['fan@example.com']]);
    expect(headers).not.toMatch(/^Bcc:/im);
    expect(headers.match(/^(From|Subject):/gim)).toHaveLength(2);
  });

  test("of the site is the sender's name, unless the operator set one", async () => {
    expect((await send(renderResult())).headers).toContain('From: Kite Calls <us@kites.example>');
    const { headers } = await send(renderResult(), 'Crew <us@kites.example>');
    expect(headers).toContain('From: Crew <us@kites.example>');
  });
});

async function send(email: Email, from = 'us@kites.example') {
  const server = await openMailServer();
  const log = { error: () => undefined } as never;
  const mailer = createMailer(log, { url: server.url, from });
  const next = server.nextEmail();
  await mailer.deliver(email);
  const received = await next;
  await mailer.close();
  await server.close();
  return { ...received, headers: received.message.split('\r\n\r\n')[0] ?? '' };
}
