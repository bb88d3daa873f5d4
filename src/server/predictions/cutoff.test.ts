import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { HOUR, planTour, type Tour } from '../../../tests/support/tour.ts';
import type { Tx } from '../db/open.ts';
import { predictions, shows } from '../db/schema.ts';
import { lockShow } from '../shows/show-row.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let picks: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  picks = await tour.songs('Ash', 'Birch', 'Cedar', 'Dogwood');
});

afterAll(() => t.close());

/** A thousand calls take seconds, more where the machine is busy. */
const TIMEOUT = 120_000;

/** Every millisecond from half a second before the cutoff to half a second after it, shuffled. */
function momentsAround(count: number): number[] {
  const moments = Array.from({ length: count }, (_, n) => n - count / 2);
  // A walk by steps that share no factor with the count meets each of them once.
  return moments.map((_, n) => moments[(n * 389) % count] ?? 0);
}

it('1,000 new predictions around the cutoff: those before it are taken, no other', {
  timeout: TIMEOUT,
}, async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const moments = momentsAround(1000);
  const show = { name: 'Barn', city: 'Stowe', timeZone: 'UTC', date: new Date(lockAt + HOUR) };
  const rows = moments.map(() => ({ id: randomUUID(), ...show }));
  await t.database.db.insert(shows).values(rows);
  const wrong: number[] = [];
  for (const [index, moment] of moments.entries()) {
    t.clock.now = lockAt + moment;
    const body = { showId: rows[index]?.id, songIds: picks.slice(0, 2) };
    const { statusCode } = await fan.post('/api/predictions', body);
    if (statusCode !== (moment < 0 ? 201 : 409)) wrong.push(moment);
  }
  expect(wrong).toEqual([]);
  expect(await t.database.db.$count(predictions)).toBe(500);
});

it('1,000 edits around the cutoff: those before it are taken, no other', {
  timeout: TIMEOUT,
}, async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR) });
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const wrong: number[] = [];
  for (const moment of momentsAround(1000)) {
    t.clock.now = lockAt + moment;
    const answer = await fan.patch(`/api/predictions/${id}`, { songIds: picks.slice(1, 3) });
    if (answer.statusCode !== (moment < 0 ? 200 : 409)) wrong.push(moment);
    else if (moment < 0)
      expect(answer.json().submittedAt).toBe(new Date(t.clock.now).toISOString());
  }
  expect(wrong).toEqual([]);
});

/** Sends while another transaction holds the show, which lets go only after `meanwhile`. */
async function whileShowIsHeld<T>(
  showId: string,
  send: () => Promise<T>,
  meanwhile: (tx: Tx) => unknown,
): Promise<T> {
  const gate = { isHeld: () => {}, open: () => {} };
  const held = new Promise<void>((resolve) => Object.assign(gate, { isHeld: resolve }));
  const opened = new Promise<void>((resolve) => Object.assign(gate, { open: resolve }));
  const holding = t.database.db.transaction(async (tx) => {
    await lockShow(tx, showId);
    gate.isHeld();
    await opened;
    await meanwhile(tx);
  });
  await held;
  const sent = send();
  await new Promise((resolve) => setTimeout(resolve, 200));
  gate.open();
  await holding;
  return sent;
}

it('what arrived in time is taken, however long the server was busy', async () => {
  const lockAt = t.clock.now + 24 * HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR) });
  const pass = () => {
    t.clock.now = lockAt + 5;
  };
  t.clock.now = lockAt - 1;
  const body = { showId, songIds: picks.slice(0, 2) };
  const made = await whileShowIsHeld(showId, () => fan.post('/api/predictions', body), pass);
  expect(made.statusCode).toBe(201);
  expect(made.json().submittedAt).toBe(new Date(lockAt - 1).toISOString());
  t.clock.now = lockAt - 1;
  const url = `/api/predictions/${made.json().id}`;
  const edit = () => fan.patch(url, { songIds: picks.slice(2) });
  expect((await whileShowIsHeld(showId, edit, pass)).statusCode).toBe(200);
  expect((await edit()).statusCode).toBe(409);
});

it('a show that goes live first closes what was waiting behind it', async () => {
  const showId = await tour.show();
  const { id } = await tour.predict(fan, showId, picks.slice(0, 2));
  const body = { showId, songIds: picks.slice(0, 2) };
  const send = () =>
    Promise.all([
      t.admin.post('/api/predictions', body),
      fan.patch(`/api/predictions/${id}`, { songIds: picks.slice(2) }),
    ]);
  const goLive = (tx: Tx) => tx.update(shows).set({ status: 'live' }).where(eq(shows.id, showId));
  const answers = await whileShowIsHeld(showId, send, goLive);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
});
