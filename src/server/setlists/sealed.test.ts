import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { serverMessage } from '#contract/realtime.ts';
import { urlOf } from '#contract/url.ts';
import { contractEndpoints, paramsOf } from '../../../tests/support/every-call.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { importedShows } from '../db/schema/imports.ts';

const bus = createLocalBus();
let t: TestApp;
let tour: Tour;
let fan: Caller;
let visitor: Caller;
let socketUrl: string;
let reads: [string, Endpoint][];
let [ember, gale, past]: string[] = [];

beforeAll(async () => {
  t = await openTestApp({ bus });
  tour = planTour(t);
  fan = await t.signUp('Lark');
  visitor = t.visitor;
  [ember, gale] = await tour.songs('Ember', 'Gale');
  past = await tour.show({ name: 'Past', date: new Date(t.clock.now - 900 * HOUR) });
  await tour.play(past, gale ?? '');
  await tour.status(past, 'closed');
  socketUrl = await listenForSockets(t.app);
  reads = [...(await contractEndpoints())].filter(
    ([, { method, who }]) => method === 'GET' && who !== 'admin',
  );
});
afterAll(() => t.close());

async function planShow(of: Parameters<Tour['show']>[0] = {}) {
  const lockAt = t.clock.now + HOUR;
  const showId = await tour.show({ date: new Date(lockAt + HOUR), ...of });
  await bus.publish([{ topic: 'show', subjectId: showId, version: 1 }]);
  const predictionId = await tour.predicted(fan.userId, showId, [ember ?? '', gale ?? '']);
  const share = `/api/predictions/${predictionId}/share`;
  const { url } = (await fan.post(share)).json();
  await fan.patch(share, { showsSongsEarly: true });
  await t.database.db.insert(importedShows).values({
    source: 'setlistfm',
    sourceId: randomUUID(),
    showId,
    details: {},
    setlistHash: '',
    notes: 'Ember, finally',
    soundcheck: 'Ember',
  });
  return { lockAt, showId, predictionId, card: new URL(url).pathname };
}
type Planned = Awaited<ReturnType<typeof planShow>>;

/** Every response that a fan or a visitor can read, with headers, by address. */
async function readAll({ showId, predictionId, card }: Planned) {
  const subjects = {
    shows: [showId, past ?? ''],
    songs: [ember ?? '', gale ?? ''],
    predictions: [predictionId],
    ...{ threads: [], backups: [], users: [] },
  };
  const ofContract = reads.flatMap(([, endpoint]) =>
    paramsOf(endpoint, subjects).map((params) => urlOf(endpoint.path, { params })),
  );
  const pages = [`/live-setlist?show=${showId}`, `/song-database/song?id=${ember}`];
  const answers = new Map<string, string>();
  for (const [caller, urls] of [
    [fan, [...ofContract, ...pages]],
    [visitor, [...ofContract, card, `${card}/card.png`]],
  ] as const)
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await caller.get(url);
      const { date, 'x-request-id': id, 'set-cookie': cookie, ...stable } = headers;
      const who = caller === fan ? 'fan' : 'visitor';
      // A page's tag contains the time it was rendered.
      if (pages.includes(url)) delete stable.etag;
      const body = rawPayload.toString('latin1').replace(/"at":"[^"]*"/, '');
      answers.set(`${who} ${url}`, JSON.stringify([statusCode, stable, body]));
    }
  return answers;
}

function changed(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([url, answer]) => (before.get(url) === answer ? [] : [url]));
}

const setlistOf = async (caller: Caller, showId: string) =>
  (await caller.get(`/api/shows/${showId}/setlist`)).json();
const nightOf = async (caller: Caller, showId: string) =>
  (await caller.get(`/api/shows/${showId}/night`)).json().setlist;
const idsOf = (rows: { songId: string }[]) => rows.map(({ songId }) => songId);

describe.each([
  ['open', {}],
  ['postponed', { status: 'postponed' }],
  ['cancelled', { status: 'cancelled' }],
] as const)('before the lock of a show that is %s', (_status, of) => {
  it('entering rows changes no response to a fan or a visitor', async () => {
    const planned = await planShow(of);
    const before = await readAll(planned);
    expect(before.size).toBeGreaterThan(50);
    await tour.play(planned.showId, ember ?? '', { isCloser: true, notes: 'With strings' });
    await tour.play(planned.showId, gale ?? '');
    expect(changed(before, await readAll(planned))).toEqual([]);
    expect(idsOf(await setlistOf(t.admin, planned.showId))).toEqual([ember, gale]);
    expect(idsOf(await nightOf(t.admin, planned.showId))).toEqual([ember, gale]);
    expect(idsOf(await setlistOf(fan, past ?? ''))).toEqual([gale]);
  });
});

it('a cached response opens at the lock, not a millisecond earlier', async () => {
  const { showId, lockAt } = await planShow();
  await tour.play(showId, ember ?? '');
  t.clock.now = lockAt - 1;
  expect([await setlistOf(fan, showId), await nightOf(fan, showId)]).toEqual([[], []]);
  t.clock.now = lockAt;
  expect(idsOf(await setlistOf(fan, showId))).toEqual([ember]);
  expect(idsOf(await nightOf(fan, showId))).toEqual([ember]);
  expect((await fan.get(`/api/shows/${showId}/sources`)).json()).toMatchObject([
    { notes: 'Ember, finally', soundcheck: 'Ember' },
  ]);
});

it('withholds the rows of a show that this server does not know yet', async () => {
  await setlistOf(fan, past ?? '');
  const showId = await tour.show();
  await tour.play(showId, ember ?? '');
  expect(idsOf(await setlistOf(t.admin, showId))).toEqual([ember]);
  expect(idsOf(await nightOf(t.admin, showId))).toEqual([ember]);
  expect([await setlistOf(fan, showId), await nightOf(fan, showId)]).toEqual([[], []]);
});

it('follows a custom lock time', async () => {
  const { showId } = await planShow({ locksAt: new Date(t.clock.now + HOUR / 2) });
  await tour.play(showId, ember ?? '');
  expect(await setlistOf(fan, showId)).toEqual([]);
  t.clock.now += HOUR / 2;
  expect(idsOf(await setlistOf(fan, showId))).toEqual([ember]);
});

it('opens when the show goes live and is sealed again when the show reopens', async () => {
  const { showId } = await planShow();
  await tour.play(showId, ember ?? '');
  const seen: string[][] = [];
  for (const status of ['live', 'open', 'closed'] as const) {
    await tour.status(showId, status);
    seen.push(idsOf(await setlistOf(fan, showId)));
  }
  expect(seen).toEqual([[ember], [], [ember]]);
});

async function listen(caller: Caller, ...showIds: string[]) {
  const events: object[] = [];
  const { socket } = await openSocket(`${socketUrl}?recent`, { cookie: caller.cookie ?? '' });
  socket.on('message', (data) => {
    const message = serverMessage.parse(JSON.parse(String(data)));
    const isAbout = showIds.some((id) => String(data).includes(id));
    if (isAbout && message.event !== 'show:status') events.push(message);
  });
  return events;
}

const news = (showId: string, songId: string | undefined) => ({
  event: 'setlist:update',
  data: { showId, setlist: { changed: [{ songId }] } },
});

it("sends a fan's socket nothing before the lock, and the rows at the lock", async () => {
  const [{ showId, lockAt }, bystander] = [await planShow(), await planShow()];
  const fans = await listen(fan, showId, bystander.showId);
  const administrators = await listen(t.admin, showId);
  await tour.play(showId, ember ?? '');
  await expect.poll(() => administrators.length).toBe(1);
  // A new page gets the recent events replayed.
  const late = await listen(fan, showId, bystander.showId);
  t.clock.now = lockAt;
  await expect.poll(() => [fans.length, late.length]).toEqual([1, 1]);
  expect([...fans, ...late]).toMatchObject([news(showId, ember), news(showId, ember)]);
});

it("announces a song's deletion only to administrators if only sealed setlists had it", async () => {
  const { showId } = await planShow();
  const [kite = ''] = await tour.songs('Kite');
  const fans = await listen(fan, showId);
  await tour.play(showId, kite);
  expect((await t.admin.delete(`/api/songs/${kite}`)).statusCode).toBe(204);
  await tour.status(showId, 'live');
  await tour.play(showId, gale ?? '');
  await expect.poll(() => fans).toMatchObject([news(showId, gale), { event: 'scores:update' }]);
});
