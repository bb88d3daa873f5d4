import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { openMailServer } from '../../../tests/support/mail-server.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const bus = createLocalBus();
const changes: Change[] = [];
bus.subscribe((published) => changes.push(...published));

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ bus });
});
afterAll(() => app.close());

const fetchBand = async (caller: Pick<Caller, 'get'> = app.visitor) =>
  (await caller.get('/api/band')).json();
const setBand = (body: object) => app.admin.patch('/api/admin/band', body);

describe('PATCH /api/admin/band', () => {
  it.each([
    [{}, 'Name at least one field to change'],
    [{ productName: ' ' }, 'Product name is required'],
    [{ productName: 'x'.repeat(61) }, 'Product name must have at most 60 characters'],
    [{ officialLinks: [] }, 'One link is required'],
    [
      { officialLinks: [{ label: 'x', url: 'javascript:alert(1)' }] },
      'Official links must be a web address',
    ],
    [{ timeZone: 'New York' }, 'Time zone must be a name such as America/New_York'],
    [{ usualStart: '8 pm' }, 'Usual start must be a time from 00:00 to 23:59'],
    [{ contactEmail: 'no address' }, 'Contact email must be an email address'],
    [{ colors: { dark: 'red', light: '#0b4f6c' } }, 'Colors must be a color like #3366cc'],
    [
      { colors: { dark: '#1d3a8a', light: '#0b4f6c' } },
      /^#1d3a8a has a contrast of 1\.\d:1 in the dark theme, but text needs 4\.5:1\. Try #[0-9a-f]{6}\.$/,
    ],
  ])('rejects %j and changes nothing', async (body, message) => {
    const previousBand = await fetchBand();
    const response = await setBand({ tagline: 'Not this one', ...body });
    if (Object.keys(body).length > 0) {
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(message);
    } else expect((await setBand({})).json().message).toMatch(message);
    if (Object.keys(body).length > 0) expect(await fetchBand()).toEqual(previousBand);
  });

  it('immediately changes the named fields for every page and keeps the rest', async () => {
    const previousBand = await fetchBand();
    changes.length = 0;
    const colors = { dark: '#7ad7ff', light: '#0b4f6c' };
    const changedFields = {
      productName: 'Moon Call',
      bandName: 'Paper Moons',
      timeZone: 'Europe/Dublin',
    };
    const response = await setBand({
      ...changedFields,
      colors,
      donationEmail: null,
      version: previousBand.version,
    });
    expect(response.statusCode).toBe(200);
    const expectedBand = { ...previousBand, ...changedFields, colors, donationEmail: null };
    expect(response.json()).toEqual({ ...expectedBand, version: previousBand.version + 1 });
    expect(await fetchBand()).toEqual(response.json());
    expect(changes).toMatchObject([{ topic: 'band', subjectId: null }, { topic: 'audit' }]);
    const api = (await app.visitor.get('/api/openapi.json')).json();
    expect(api.info.title).toBe('Moon Call API');
    const show = { name: 'At home', city: 'Cork', date: '2040-07-01T20:00' };
    const createdShow = (await app.admin.post('/api/shows', show)).json();
    expect(createdShow).toMatchObject({
      timeZone: 'Europe/Dublin',
      date: '2040-07-01T19:00:00.000Z',
    });
    const reservedAccount = { email: 'a@example.com', username: 'moon call', password: 'six123' };
    expect((await app.visitor.post('/api/auth/register', reservedAccount)).statusCode).toBe(400);
    const rows = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'band.update'));
    expect(rows.at(-1)).toMatchObject({ actorId: app.admin.userId, after: changedFields });
  });

  it('does not write an audit record or announce a change when the same data is saved again', async () => {
    const previousBand = await fetchBand();
    const countRecords = () => app.database.db.$count(auditLog);
    const count = await countRecords();
    changes.length = 0;
    const response = await setBand(previousBand);
    expect([response.statusCode, response.json()]).toEqual([200, previousBand]);
    expect([await countRecords(), changes]).toEqual([count, []]);
    expect(await fetchBand()).toEqual(previousBand);
  });

  it('rejects a change based on an older version', async () => {
    const { version } = await fetchBand();
    const response = await setBand({ tagline: 'Mine', version: version - 1 });
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Another administrator changed the band in the meantime. Your changes were not saved.',
    ]);
    expect((await fetchBand()).tagline).not.toBe('Mine');
  });

  it('is visible on other servers immediately', async () => {
    const otherServer = await app.openAnother();
    const readFromOther = async () => (await otherServer.inject('/api/band')).json();
    expect(await readFromOther()).toMatchObject({ productName: 'Moon Call' });
    await setBand({ tagline: 'All of us call it.' });
    expect(await readFromOther()).toEqual(await fetchBand());
    expect(await readFromOther()).toMatchObject({ tagline: 'All of us call it.' });
  });
});

describe('POST /api/admin/try-mail', () => {
  it('reports that no mail server is set up', async () => {
    expect((await app.admin.post('/api/admin/try-mail')).json()).toMatchObject({
      isSent: false,
      message: expect.stringMatching(/^No mail server is set up: SMTP_URL/),
    });
  });

  it("reports the mail server's error", async () => {
    const mail = await openMailServer();
    const rejectingServer = await openMailServer('stagehand@example.com');
    const publicUrl = 'https://calledit.example';
    for (const [url, isSent, message] of [
      [mail.url, true, /^The mail server accepted an email to stagehand@example\.com/],
      [
        rejectingServer.url,
        false,
        /rejected an email from .* Its response: .*unknown recipient stagehand@example.com/,
      ],
      ['smtp://127.0.0.1:1', false, /^The mail server in SMTP_URL does not respond\.$/],
    ] as const) {
      const smtp = { url, from: 'us@calledit.example' };
      const app = await openTestApp({ smtp, mailer: undefined, publicUrl });
      const emailPromise = isSent ? mail.nextEmail() : undefined;
      const body = (await app.admin.post('/api/admin/try-mail')).json();
      expect(body).toEqual({ isSent, message: expect.stringMatching(message) });
      if (emailPromise)
        expect((await emailPromise).message).toContain('https://calledit.example/admin?tab=setup');
      await app.close();
    }
    await Promise.all([mail.close(), rejectingServer.close()]);
  });
});
