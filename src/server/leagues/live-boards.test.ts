import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applyBoardDelta, boardWatchName } from '#contract/league-board-rows.ts';
import { LEAGUE_LIMITS, type League } from '#contract/leagues.ts';
import { serverMessage, TOPIC_EVENT } from '#contract/realtime.ts';
import { makeLeague } from '../../../tests/support/make-league.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';

let app: TestApp;
let tour: Tour;
/** Two servers on one database and bus. */
let urls: string[];
let songs: string[];
let people: Record<'ada' | 'ben' | 'cam' | 'bystander', Caller>;
let show: string;
let league: League;

beforeAll(async () => {
  app = await openTestApp({ bus: createLocalBus() });
  tour = planTour(app);
  urls = [await listenForSockets(app.fastify), await listenForSockets(await app.openAnother())];
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor');
});
afterAll(() => app.close());

let count = 0;
beforeEach(async () => {
  count += 1;
  const signUp = (name: string) => app.signUp(`${name} ${count}`);
  const [ada, ben] = [await signUp('Ada'), await signUp('Ben')];
  people = { ada, ben, cam: await signUp('Cam'), bystander: await signUp('Bystander') };
  const [ember = '', fathom = '', gale = ''] = songs;
  show = await tour.addShow({ name: 'Tonight', date: new Date(app.clock.now) });
  await tour.addPrediction(ada.userId, show, [ember, gale]);
  await tour.addPrediction(ben.userId, show, [fathom, ember]);
  await tour.addPrediction(people.bystander.userId, show, [ember]);
  league = await makeLeague(ada, show, {}, [ben, people.cam]);
  await tour.setStatus(show, 'live');
});

const tonight = (caller = people.ada, { id }: Pick<League, 'id'> = league) =>
  caller.get(`/api/leagues/${id}/tonight`);

/** Updates the page's board from events alone. */
async function openBoard(
  caller: Caller,
  { id }: Pick<League, 'id'> = league,
  url = urls[0] ?? '',
  watchedIds = [id],
) {
  const { rows = [] } = (await tonight(caller, { id })).json();
  const board = { rows, events: 0, eventsWithoutRows: 0 };
  const { socket } = await openSocket(url, { cookie: caller.cookie ?? '' });
  socket.on('message', (text) => {
    const { event, data } = serverMessage.parse(JSON.parse(String(text)));
    if (event !== TOPIC_EVENT || data.topic !== 'leagueBoard' || data.subjectId !== id) return;
    board[data.board ? 'events' : 'eventsWithoutRows'] += 1;
    if (data.board) board.rows = applyBoardDelta(board.rows, data.board);
  });
  socket.send(JSON.stringify({ watch: watchedIds.map(boardWatchName) }));
  return {
    board,
    async settle() {
      socket.ping();
      await once(socket, 'pong');
      return board;
    },
    close: () => socket.terminate(),
  };
}

type Page = Awaited<ReturnType<typeof openBoard>>;

async function openBoards(...callers: Caller[]): Promise<Page[]> {
  const pages = await Promise.all(callers.map((caller) => openBoard(caller)));
  for (const page of pages) await page.settle();
  return pages;
}

const play = (index: number) => tour.play(show, songs[index] ?? '');

async function expectCurrent({ board }: Page) {
  await expect.poll(() => board.rows, { timeout: 5_000 }).toEqual((await tonight()).json().rows);
}

it('sends the board to its members after each song, correction, undo and deletion', async () => {
  const [page, otherPage] = await openBoards(people.ada, people.ben);
  if (!page || !otherPage) throw new Error('No pages');
  await play(0);
  await expectCurrent(page);
  expect(page.board.rows).toMatchObject([{ totalPoints: 41 }, { totalPoints: 10 }]);
  const { id, version } = await play(1);
  await expectCurrent(page);
  const row = `/api/shows/${show}/setlist/${id}`;
  for (const change of [
    () => app.admin.patch(row, { songId: songs[2], version }),
    () => app.admin.post(`/api/shows/${show}/setlist/undo`),
    () => app.admin.delete(row),
  ]) {
    const before = page.board.events;
    expect((await change()).statusCode).toBeLessThan(300);
    await expect.poll(() => page.board.events, { timeout: 5_000 }).toBeGreaterThan(before);
    await expectCurrent(page);
    await expectCurrent(otherPage);
  }
});

it('sends the board from every server', async () => {
  const page = await openBoard(people.ben, league, urls[1]);
  await page.settle();
  await play(0);
  await expectCurrent(page);
});

it('sends an invite-only board only to members, and only to pages that watch it', async () => {
  const otherLeague = await makeLeague(people.bystander, show, { name: 'Own' });
  const [member, stranger] = await openBoards(people.ada, people.bystander);
  if (!member || !stranger) throw new Error('No pages');
  const bystanderPage = await openBoard(people.bystander, otherLeague);
  await bystanderPage.settle();
  await play(0);
  await expectCurrent(member);
  await expect.poll(() => bystanderPage.board.events, { timeout: 5_000 }).toBe(1);
  expect((await stranger.settle()).events).toBe(0);
  expect(member.board.events).toBe(1);
});

it("sends a listed league's board to any fan", async () => {
  league = await makeLeague(people.ada, show, { isListed: true });
  const page = await openBoard(people.bystander);
  await page.settle();
  await play(0);
  await expectCurrent(page);
});

it.each([
  ['leaves', () => people.ben.delete(`/api/leagues/${league.id}/members/me`)],
  [
    'is banned',
    () => people.ada.post(`/api/leagues/${league.id}/bans`, { userId: people.ben.userId }),
  ],
])('sends nothing to a member who %s while watching', async (_what, act) => {
  const [member, former] = await openBoards(people.ada, people.ben);
  if (!member || !former) throw new Error('No pages');
  await play(0);
  await expectCurrent(former);
  expect((await act()).statusCode).toBe(204);
  const { events } = former.board;
  await play(1);
  await expectCurrent(member);
  expect(member.board.rows).toHaveLength(1);
  expect((await former.settle()).events).toBe(events);
});

it('withholds a show from a fan who hides spoilers, until they ask for it', async () => {
  expect((await people.ben.patch('/api/user/profile', { hidesSpoilers: true })).statusCode).toBe(
    200,
  );
  const [member, hiding] = await openBoards(people.ada, people.ben);
  if (!member || !hiding) throw new Error('No pages');
  await play(0);
  await expectCurrent(member);
  expect((await hiding.settle()).events).toBe(0);
  expect((await people.ben.post(`/api/user/revealed-shows/${show}`)).statusCode).toBe(204);
  await play(1);
  await expectCurrent(hiding);
});

it('accepts an uppercase league ID', async () => {
  const page = await openBoard(people.ada, league, urls[0], [league.id.toUpperCase()]);
  await page.settle();
  await play(0);
  await expectCurrent(page);
});

it('ignores a frame with more leagues than a fan can be in', async () => {
  const others = Array.from({ length: LEAGUE_LIMITS.leaguesPerFan }, () => randomUUID());
  const [page] = await openBoards(people.ada);
  const tooMany = await openBoard(people.ben, league, urls[0], [league.id, ...others]);
  await tooMany.settle();
  await play(0);
  if (page) await expectCurrent(page);
  expect((await tooMany.settle()).events).toBe(0);
});

it('announces the board to a page that starts watching shortly after a song', async () => {
  const [member] = await openBoards(people.ada);
  await play(0);
  if (member) await expectCurrent(member);
  const latePage = await openBoard(people.ben);
  expect(await latePage.settle()).toMatchObject({ events: 0, eventsWithoutRows: 1 });
});

it("sends nothing about a show that is not on the league's board", async () => {
  const otherShow = await tour.addShow({ name: 'Other', date: new Date(app.clock.now - 1) });
  await tour.addPrediction(people.bystander.userId, otherShow, [songs[0] ?? '']);
  await tour.setStatus(show, 'closed');
  const [page] = await openBoards(people.ada);
  const before = (await page?.settle())?.events;
  await tour.setStatus(otherShow, 'live');
  const bystanderPage = await openBoard(
    people.bystander,
    await makeLeague(people.bystander, otherShow, { name: 'Own' }),
  );
  await bystanderPage.settle();
  const { events } = bystanderPage.board;
  await tour.play(otherShow, songs[0] ?? '');
  await expect.poll(() => bystanderPage.board.events, { timeout: 5_000 }).toBeGreaterThan(events);
  expect((await page?.settle())?.events).toBe(before);
});
