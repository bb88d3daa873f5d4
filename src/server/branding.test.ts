import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Band } from '#contract/band.ts';
import { NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { BAND } from '../../tests/support/site-samples.ts';
import { openTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestMailer, type TestMailer } from '../../tests/support/test-mailer.ts';
import { createChanges, planTour } from '../../tests/support/tour.ts';
import { createLocalBus } from './changes/bus.ts';
import { bandSettings } from './db/schema/band.ts';
import type { ClaimedNotification } from './notifications/claim.ts';
import { createEmailChannel } from './notifications/email-channel.ts';
import { readColors } from './pages/band-style.ts';
import { renderPageHead } from './pages/page-head.ts';
import { createWebManifest } from './pages/site-files.ts';

// Checks that a made-up band's settings reach everything that leaves the server.

const COLORS = { dark: '#7db4ff', light: '#1957b6' };
const OTHER = {
  productName: 'Kite Calls',
  bandName: 'Paper Kites',
  tagline: 'Call every kite.',
  gameTagline: 'The setlist game of Paper Kites',
  contactEmail: 'crew@kites.example',
  bugReportEmail: 'crew@kites.example',
  colors: COLORS,
};

const LEFTOVERS = [
  ...(['dark', 'light'] as const).flatMap((room) =>
    ['lamp', 'lamp-strong', 'lamp-ink'].map(readColors({ colors: null }, room)),
  ),
  ...[BAND.productName, BAND.bandName, BAND.gameTagline, BAND.contactEmail],
];

function findLeftovers(text: string): string[] {
  return LEFTOVERS.filter((leftover) => text.toLowerCase().includes(leftover.toLowerCase()));
}

let app: TestApp;
let mailer: TestMailer;
let band: Band;
beforeAll(async () => {
  mailer = createTestMailer({ isConfigured: true });
  const bus = createLocalBus();
  app = await openTestApp({ bus, mailer, publicUrl: 'https://kites.example' });
  const facts = { ...BAND, ...OTHER };
  await app.database.db.insert(bandSettings).values({ facts, version: 1 });
  await bus.publish(createChanges('band'));
  const readBand = async (): Promise<Band> => (await app.visitor.get('/api/band')).json();
  await vi.waitFor(async () => expect(await readBand()).toMatchObject(OTHER));
  band = await readBand();
});
afterAll(() => app.close());

const PATHS = [
  ['/favicon.svg', COLORS.dark],
  ['/api/docs', OTHER.productName],
  ['/api/docs/static/theme/band.css', COLORS.light],
  ['/api/docs/static/theme/favicon.svg', COLORS.dark],
  ['/api/docs/json', OTHER.productName],
  ['/api/openapi.json', OTHER.productName],
  ['/unsubscribe?token=x', OTHER.productName],
  ['/s/AAAAAAAAAAAAAAAAAAAAAA', OTHER.productName],
] as const;

test.each(PATHS)('%s has the site’s own name or color', async (path, expected) => {
  const { body } = await app.visitor.get(path);
  expect(body).toContain(expected);
  expect(findPageLeftovers(path, body)).toEqual([]);
});

/** Pages with the theme's tokens override their defaults. */
function findPageLeftovers(path: string, body: string): string[] {
  const overrides = `:root:root{--lamp:${COLORS.dark}`;
  if (!body.includes(overrides)) return findLeftovers(body);
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
  expect(style.indexOf(overrides), path).toBeGreaterThan(0);
  return findLeftovers(body.replace(style, ''));
}

test.each([
  ['/icons/icon-192.png', 192],
  ['/icons/icon-512.png', 512],
  ['/icons/icon-maskable-512.png', 512],
  ['/apple-touch-icon.png', 180],
])('%s has the band’s color', async (path, size) => {
  const { rawPayload, headers } = await app.visitor.get(path);
  expect(headers['content-type']).toBe('image/png');
  const image = PNG.sync.read(rawPayload);
  expect([image.width, image.height]).toEqual([size, size]);
  expectColors(image);
});

test('the ICO file contains the icon in the band’s color', async () => {
  const { rawPayload } = await app.visitor.get('/favicon.ico');
  expectColors(PNG.sync.read(rawPayload.subarray(22)));
});

test('the link preview has the band’s color', async () => {
  expectColors(PNG.sync.read((await app.visitor.get('/social.png')).rawPayload));
});

test('a scorecard’s picture is lit in the band’s color', async () => {
  const tour = planTour(app);
  const fan = await app.signUp('Lit');
  const { id } = await tour.predict(fan, await tour.addShow(), await tour.addSongs('Ember'));
  const { rawPayload } = await fan.get(`/api/predictions/${id}/card.png`);
  const [red = 255, , blue = 0] = PNG.sync.read(rawPayload).data.subarray((4 * 1200 + 744) * 4);
  expect(blue).toBeGreaterThan(red + 10);
});

describe('an icon', () => {
  test('has a new URL in the head and the manifest when the color changes', () => {
    const list = (current: Band) =>
      [renderPageHead(current), createWebManifest(current).plain.toString()].flatMap((text) =>
        [...text.matchAll(/"(\/[\w/-]+\.(?:png|svg)\?v=[\w-]+)"/g)].map(([, url]) => url),
      );
    expect(list(band)).toHaveLength(5);
    expect(list(BAND).filter((url) => list(band).includes(url))).toEqual([]);
    expect(list({ ...BAND, productName: 'Renamed' })).toEqual(list(BAND));
  });

  test('is cached by its version and revalidated without it', async () => {
    const [, url = ''] = /"(\/favicon\.svg\?v=[^"]*)"/.exec(renderPageHead(band)) ?? [];
    expect((await app.visitor.get(url)).headers['cache-control']).toContain('immutable');
    for (const path of ['/favicon.svg', '/favicon.svg?v=other', '/icons/icon-192.png']) {
      const { headers } = await app.visitor.get(path);
      expect(headers['cache-control']).toBe('no-cache');
      const again = await app.visitor.get(path, { 'if-none-match': String(headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
});

test('the manifest has the site’s name', () => {
  const manifest = createWebManifest(band).plain.toString();
  expect(JSON.parse(manifest)).toMatchObject({
    name: 'Kite Calls',
    description: OTHER.gameTagline,
  });
  expect(findLeftovers(manifest)).toEqual([]);
});

describe('an email', () => {
  test('about an account has the site’s name, logo and color', async () => {
    const fan = await app.signUp('Fan');
    await app.visitor.post('/api/auth/forgot-password', { email: fan.email });
    await app.visitor.post('/api/auth/sign-in-link', { email: fan.email });
    await app.admin.post('/api/admin/try-mail', {});
    await mailer.settle();
    expect(mailer.emails.length).toBeGreaterThan(1);
    for (const email of mailer.emails) expectBranding(email);
  });

  test.each(NOTIFICATION_KINDS)('about a %s has the site’s name, logo and color', async (kind) => {
    const { db } = app.database;
    const channel = createTestMailer({ isConfigured: true });
    const publicUrl = 'https://kites.example';
    const current = { current: () => band, read: async () => band };
    const send = createEmailChannel({ db, mailer: channel, band: current, publicUrl });
    const showId = await planTour(app).addShow();
    const show = { id: showId, name: 'Barn Night', city: 'Burlington', status: 'open' };
    const place = { timeZone: 'America/New_York', date: new Date(), tourName: 'Fall Tour' };
    const fields = { kind, userId: app.admin.userId, email: 'fan@example.com', about: '' };
    const settings = { spoilersHiddenSince: null, revealedShowIds: [], points: 41 };
    await send({
      ...fields,
      ...settings,
      show: { ...show, ...place },
    } as never as ClaimedNotification);
    expect(channel.emails).toHaveLength(1);
    for (const email of channel.emails) expectBranding(email);
  });
});

function expectBranding({ html, text, subject, site, images }: TestMailer['emails'][number]) {
  expect(site).toBe('Kite Calls');
  expect(text).toContain('Kite Calls: https://kites.example');
  for (const expected of ['Kite Calls</b>', COLORS.light, COLORS.dark])
    expect(html).toContain(expected);
  expect(findLeftovers([html, text, subject].join('\n'))).toEqual([]);
  const logo = images.find(({ cid }) => cid === 'logo');
  expectColors(PNG.sync.read(logo?.content ?? Buffer.alloc(0)));
}

function expectColors({ data }: PNG): void {
  const count = (color: string) => {
    const channels = Buffer.from(color.slice(1), 'hex');
    let found = 0;
    for (let offset = 0; offset < data.length; offset += 4)
      if (data.subarray(offset, offset + 3).equals(channels)) found += 1;
    return found;
  };
  expect(count(COLORS.dark)).toBeGreaterThan(20);
  expect(count(readColors({ colors: null }, 'dark')('lamp'))).toBe(0);
}
