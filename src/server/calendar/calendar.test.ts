import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { createLocalBus, EVERYTHING } from '#server/changes/bus.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let bystander: Caller;
let songs: string[];
beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('marigold');
  bystander = await app.signUp('juniper');
  songs = await tour.addSongs('Lantern Street', 'Two Rivers');
});
afterAll(() => app.close());

async function subscribe(url: string): Promise<Map<string, ICAL.Event>> {
  // `addShow` bypasses the server's cache.
  await bus.publish(EVERYTHING);
  const response = await app.visitor.get(new URL(url, 'http://localhost').pathname);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(response.body));
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return new Map(events.map((event) => [event.uid.replace(/@.*/, ''), event]));
}

async function createLink(caller: Caller): Promise<string> {
  const response = await caller.post('/api/user/calendar');
  expect([200, 201]).toContain(response.statusCode);
  return response.json().url;
}

const findStatus = (event: ICAL.Event | undefined) =>
  event?.component.getFirstPropertyValue('status');
const findAlarms = (event: ICAL.Event | undefined) =>
  event?.component.getAllSubcomponents('valarm') ?? [];

describe("everyone's calendar", () => {
  it('contains each show with its place, start and prediction lock', async () => {
    const date = new Date(Date.UTC(2031, 6, 4, 23, 30));
    const id = await tour.addShow({
      name: 'Night One; Part 1, the "Long" One',
      venue: 'Lantern Hall',
      city: 'Burlington',
      state: 'VT',
      tourName: 'Slow Boat Tour',
      date,
    });
    const event = (await subscribe('/calendar.ics')).get(id);
    expect(event?.summary).toContain('Night One; Part 1, the "Long" One');
    expect(event?.location).toBe('Lantern Hall, Burlington, VT');
    expect(event?.startDate.toJSDate()).toEqual(date);
    expect(event?.description).toBe('Slow Boat Tour\nPredictions lock at 6:30 PM EDT.');
    expect(findStatus(event)).toBe('CONFIRMED');
    const [alarm, ...others] = findAlarms(event);
    expect(others).toEqual([]);
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('2031-07-04T22:00:00Z');
  });

  it('sets the alarm before a lock time that an administrator set', async () => {
    const date = new Date(Date.UTC(2031, 6, 5, 23, 30));
    const locksAt = new Date(date.getTime() - 3 * HOUR);
    const id = await tour.addShow({ date, locksAt });
    const [alarm] = findAlarms((await subscribe('/calendar.ics')).get(id));
    const trigger = alarm?.getFirstPropertyValue('trigger') as ICAL.Time;
    expect(trigger.toJSDate()).toEqual(new Date(locksAt.getTime() - 30 * MINUTE));
  });

  it('keeps postponed and cancelled shows as newer versions of the same events', async () => {
    const id = await tour.addShow();
    const otherId = await tour.addShow();
    const before = await subscribe('/calendar.ics');
    await tour.setStatus(id, 'postponed');
    await tour.setStatus(otherId, 'cancelled');
    const after = await subscribe('/calendar.ics');
    expect(after.get(id)?.summary).toMatch(/^Postponed: /);
    expect(after.get(otherId)?.summary).toMatch(/^Cancelled: /);
    expect([findStatus(after.get(id)), findStatus(after.get(otherId))]).toEqual([
      'TENTATIVE',
      'CANCELLED',
    ]);
    for (const show of [id, otherId]) {
      expect(after.get(show)?.uid).toBe(before.get(show)?.uid);
      expect(after.get(show)?.sequence).toBeGreaterThan(before.get(show)?.sequence ?? 0);
      expect(findAlarms(after.get(show))).toEqual([]);
    }
    expect(after.size).toBe(before.size);
  });

  it('omits shows older than a year', async () => {
    const recent = await tour.addShow({ date: new Date(app.clock.now - 364 * DAY) });
    const old = await tour.addShow({ date: new Date(app.clock.now - 366 * DAY) });
    const events = await subscribe('/calendar.ics');
    expect([events.has(recent), events.has(old)]).toEqual([true, false]);
  });

  it('stays the same file until a show changes, so that clients can revalidate it', async () => {
    const { headers, body } = await app.visitor.get('/calendar.ics');
    app.clock.now += MINUTE;
    const again = await app.visitor.get('/calendar.ics', {
      'if-none-match': String(headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const response = await app.admin.patch(`/api/shows/${await tour.addShow()}`, {
      name: 'A new name',
      version: 0,
    });
    expect(response.statusCode).toBe(200);
    expect((await app.visitor.get('/calendar.ics')).body).not.toBe(body);
  });
});

describe("a fan's calendar", () => {
  it('lists the predictions of the fan, and has alarms only for other shows', async () => {
    const predicted = await tour.addShow();
    const open = await tour.addShow();
    await tour.predict(fan, predicted, songs);
    await tour.predict(bystander, open, songs.slice(0, 1));
    const events = await subscribe(await createLink(fan));
    expect(events.get(predicted)?.description).toMatch(/\nYou predicted 2 songs\.$/);
    expect(events.get(open)?.description).toMatch(/\nYou have no prediction yet\.$/);
    expect(findAlarms(events.get(predicted))).toHaveLength(0);
    expect(findAlarms(events.get(open))).toHaveLength(1);
    const others = await subscribe(await createLink(bystander));
    expect(others.get(open)?.description).toMatch(/\nYou predicted 1 song\.$/);
    const everyone = await subscribe('/calendar.ics');
    expect(everyone.get(predicted)?.description).toMatch(/^Predictions lock at [^\n]*$/);
    expect(findAlarms(everyone.get(predicted))).toHaveLength(1);
  });

  it('contains no song titles', async () => {
    const response = await app.visitor.get(new URL(await createLink(fan)).pathname);
    expect(response.body).not.toContain('Lantern Street');
  });

  it('keeps one URL until it is revoked, even after simultaneous requests', async () => {
    const newcomer = await app.signUp('sorrel');
    expect((await newcomer.get('/api/user/calendar')).statusCode).toBe(204);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => newcomer.post('/api/user/calendar')),
    );
    const urls = new Set(responses.map((response) => response.json().url));
    expect(urls.size).toBe(1);
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const [url = ''] = urls;
    expect(url).toMatch(/\/calendar\/[\w-]{22}\/shows\.ics$/);
    expect((await newcomer.delete('/api/user/calendar')).statusCode).toBe(204);
    expect((await app.visitor.get(new URL(url).pathname)).statusCode).toBe(404);
    expect(await createLink(newcomer)).not.toBe(url);
    await subscribe(await createLink(fan));
  });

  it('is deleted with the account', async () => {
    const leaver = await app.signUp('leaver');
    const url = await createLink(leaver);
    await leaver.post('/api/user/deletion', {
      currentPassword: leaver.password,
      isConfirmed: true,
    });
    expect((await app.visitor.get(new URL(url).pathname)).statusCode).toBe(404);
  });

  it('returns 404 for a wrong URL', async () => {
    for (const path of [
      '/calendar/nothing/shows.ics',
      '/calendar/%00/shows.ics',
      `/calendar/${'x'.repeat(200)}/shows.ics`,
    ])
      expect((await app.visitor.get(path)).statusCode).toBe(404);
  });
});
