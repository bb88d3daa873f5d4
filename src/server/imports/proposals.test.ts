import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProposedChange, ShowSource } from '#contract/imports.ts';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { linesBody, showLine } from '../../../tests/support/archives.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { checkInvariants } from '../invariants/check.ts';

let server: TestApp;
let tour: Tour;
beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
});
afterAll(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

async function load(...lines: string[]) {
  const answer = await server.admin.post('/api/admin/imports', linesBody(...lines));
  expect(answer.json()).toMatchObject({ state: 'done' });
  return answer.json().lines as string[];
}
const open = async (): Promise<ProposedChange[]> =>
  (await server.admin.get('/api/admin/proposed-changes')).json();
const decide = (id: string, how: 'accept' | 'dismiss') =>
  server.admin.post(`/api/admin/proposed-changes/${id}/${how}`);
const findShow = async (name: string): Promise<Show> => {
  const all: Show[] = (await server.admin.get('/api/shows')).json();
  const show = all.find((one) => one.name === name);
  if (!show) throw new Error(`No ${name}`);
  return show;
};
const titlesOf = async (id: string): Promise<string[]> => {
  const rows: SetlistEntry[] = (await server.admin.get(`/api/shows/${id}/setlist`)).json();
  return rows.map(({ song }) => song.title);
};

const line = (more: object, ...songs: string[]) =>
  showLine({ id: 'corrected', venue: 'Fox Hall', date: '1977-06-09', ...more }, ...songs);

test('what the archive corrects is proposed, told, and made only when it is accepted; points follow', async () => {
  await load(line({}, 'Ember', 'Fathom', 'Gale'));
  const show = await findShow('Fox Hall');
  const fan = await server.signUp('Marigold');
  const rows: SetlistEntry[] = (await server.admin.get(`/api/shows/${show.id}/setlist`)).json();
  await tour.predicted(fan.userId, show.id, [rows[2]?.songId ?? '']);
  await tour.calculate(show.id);
  expect(await tour.pointsOf(show.id)).toEqual([41]);

  const corrected = line({ city: 'Trumansburg' }, 'Gale', 'Fathom', 'Harbor');
  expect(await load(corrected)).toContain(
    'Corrected by the archive, to be accepted or dismissed on the Shows tab: 1',
  );
  expect(await titlesOf(show.id)).toEqual(['Ember', 'Fathom', 'Gale']);
  expect(await open()).toMatchObject([
    {
      show: { id: show.id },
      source: 'shows',
      lines: [
        'City: Ithaca becomes Trumansburg',
        'Moves “Gale” from 3 to 1',
        'Changes the closer mark of “Gale”',
        'Adds “Harbor” at 3',
        'Removes “Ember” from 1',
      ],
    },
  ]);
  expect((await load(corrected)).join()).not.toContain('Corrected');

  expect((await decide(show.id, 'accept')).statusCode).toBe(204);
  expect(await titlesOf(show.id)).toEqual(['Gale', 'Fathom', 'Harbor']);
  expect((await findShow('Fox Hall')).city).toBe('Trumansburg');
  expect(await tour.pointsOf(show.id)).toEqual([41]);
  expect(await open()).toEqual([]);
  await load(corrected);
  expect(await open()).toEqual([]);
});

test('what is dismissed stays as it is here, until the archive says another thing', async () => {
  const show = await findShow('Fox Hall');
  const present = await titlesOf(show.id);
  const wrong = line({ city: 'Trumansburg' }, 'Isle');
  await load(wrong);
  expect((await decide(show.id, 'dismiss')).statusCode).toBe(204);
  await load(wrong);
  expect([await titlesOf(show.id), await open()]).toEqual([present, []]);
  await load(line({ city: 'Trumansburg' }, 'Isle', 'Juniper'));
  expect(await open()).toHaveLength(1);
  // The archive is of our mind again.
  await load(line({ city: 'Trumansburg' }, ...present));
  expect(await open()).toEqual([]);
});

test('what an administrator has changed is not proposed back where the archive says what it said', async () => {
  const show = await findShow('Fox Hall');
  await server.admin.patch(`/api/shows/${show.id}`, { venue: 'Fox Hall, downstairs' });
  await load(line({ city: 'Trumansburg', tour: 'Spring' }, ...(await titlesOf(show.id))));
  expect((await open()).map(({ lines }) => lines)).toEqual([['Tour: none becomes Spring']]);
  await decide(show.id, 'accept');
  expect(await findShow('Fox Hall')).toMatchObject({
    venue: 'Fox Hall, downstairs',
    tourName: 'Spring',
  });
});

test("an administrator's own setlist of the same night is left alone; another one is proposed", async () => {
  const body = { name: 'Own', venue: 'Own Hall', city: 'Essex', date: '2001-02-03T20:00Z' };
  const { id } = (await server.admin.post('/api/shows', body)).json();
  const own = (await server.admin.post('/api/songs', { title: 'Own song' })).json().id;
  await tour.play(id, own, { notes: 'Mine' });
  const archived = { id: 'own', date: '2001-02-03', venue: 'own hall' };
  await load(showLine(archived, 'Own song'));
  expect(await open()).toEqual([]);
  const shows: Show[] = (await server.admin.get('/api/shows')).json();
  expect(shows.filter(({ date: at }) => at.startsWith('2001-02'))).toHaveLength(1);
  await load(showLine(archived, 'Own song', 'Ember'));
  expect((await open()).map(({ lines }) => lines[0])).toEqual(['Adds “Ember” at 2']);
  expect(await titlesOf(id)).toEqual(['Own song']);
});

test('everybody sees where a show came from', async () => {
  const fan = await server.signUp('Reader');
  const { id } = await findShow('Fox Hall');
  const sources: ShowSource[] = (await fan.get(`/api/shows/${id}/sources`)).json();
  expect(sources).toEqual([
    { source: 'shows', url: null, notes: null, soundcheck: null, support: null },
  ]);
});

test('an import that stops says why, what is wrong with the request is refused', async () => {
  const late = {
    ...linesBody(showLine({ id: 'x', date: '1990-01-01' })),
    start: undefined,
    zone: undefined,
  };
  expect((await server.admin.post('/api/admin/imports', late)).json()).toMatchObject({
    state: 'stopped',
    lines: [expect.stringContaining('has no time of day')],
  });
  expect((await server.admin.get('/api/admin/imports/latest')).json()).toMatchObject({
    state: 'stopped',
  });
  for (const body of [
    { kind: 'shows' },
    { kind: 'songfish' },
    { ...linesBody(showLine()), zone: 'Mars/Olympus' },
    linesBody('{'),
  ])
    expect((await server.admin.post('/api/admin/imports', body)).statusCode).toBe(400);
});
