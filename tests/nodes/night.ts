import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { IS_FULL, within } from '../support/full-size.ts';
import { ADMIN } from '../support/run-product.ts';
import { Page } from './page.ts';
import { must, type Person, personAt, signUp } from './person.ts';
import { openStage } from './stage.ts';

export type Night = Awaited<ReturnType<typeof openNight>>;

const FANS = IS_FULL ? 6 : 4;
/** `redis-bus.test.ts` covers changes that several other nodes must receive, with three nodes. */
const NODES = IS_FULL ? 3 : 2;

/** Opens nodes, an administrator, fans, and two shows: one to play, one open for predictions. */
export async function openNight() {
  const stage = await openStage(NODES);
  const admin = personAt(stage.url);
  await must(admin, 200, 'POST', '/api/auth/login', ADMIN);
  await must(admin, 200, 'POST', '/api/admin/initialize');
  const songs: { id: string }[] = await must(admin, 200, 'GET', '/api/songs');
  const songIds = songs.map(({ id }) => id);
  const showId = await addShow(admin, 'The Night');
  const openShowId = await addShow(admin, 'The Night After');
  const fans = await Promise.all(
    Array.from({ length: FANS }, (_, fan) => signUp(`fan${fan}`, stage.url)),
  );
  const path = `/api/shows/${showId}/setlist`;
  let pages: Page[] = [];

  const night = {
    ...stage,
    admin,
    fans,
    songIds,
    showId,
    openShowId,
    /** URL of a node. Numbers wrap around. */
    at: (number: number) => stage.nodes[number % stage.nodes.length]?.url ?? '',
    picks: (number: number) =>
      Array.from({ length: 12 }, (_, n) => songIds[(number * 5 + n) % songIds.length] ?? ''),
    /** Opens a fan's page and waits for its socket. */
    async page(number: number, where = stage.url, person = fans[number % FANS] as Person) {
      const page = new Page(person, where, showId);
      pages.push(page);
      await expect.poll(() => page.isOpen).toBe(true);
      return page;
    },
    pages: (count: number) => Promise.all(Array.from({ length: count }, (_, n) => night.page(n))),
    /** One page at each node, each of another fan. */
    pagesAtEach: () => Promise.all(stage.nodes.map(({ url }, n) => night.page(n, url))),
    closePages() {
      for (const page of pages) page.close();
      pages = [];
    },
    isReady: async (number: number) =>
      (await personAt(night.at(number)).send('GET', '/readyz')).status === 200,
    /** The administrator's call on the setlist, through the balancer unless `where` is set. */
    changeSetlist: (method: string, body?: unknown, where?: string, row = '') =>
      admin.send(method, `${path}${row && `/${row}`}`, body, where),
    /** The stored song ids, in order. */
    async setlist() {
      const rows = await stage.query<{ song_id: string }>(
        'select song_id from live_setlist_songs where show_id = $1 order by position',
        [showId],
      );
      return rows.map(({ song_id }) => song_id);
    },
    /** The song ids that a node returns. */
    async setlistAt(where: string): Promise<string[]> {
      const rows: { songId: string }[] = await must(admin, 200, 'GET', path, undefined, where);
      return rows.map(({ songId }) => songId);
    },
    /** Waits until all nodes return the same board with this many rows; returns it. */
    async agreeOnBoard(rows: number) {
      const board = `/api/leaderboard/show/${showId}`;
      const readBoard = ({ url }: { url: string }) =>
        must(admin, 200, 'GET', board, undefined, url);
      let answers: { totalPoints: number }[][] = [];
      // Other nodes receive a change shortly after its response.
      await expect
        .poll(
          async () => {
            answers = await Promise.all(stage.nodes.map(readBoard));
            return answers;
          },
          { timeout: within(1) },
        )
        .toSatisfy(areIdentical(rows));
      return answers[0] ?? [];
    },
  };
  return night;
}

async function addShow(admin: Person, name: string): Promise<string> {
  const date = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const body = { name, city: 'Richmond', date, timeZone: 'America/New_York' };
  return (await must(admin, 201, 'POST', '/api/shows', body)).id;
}

function areIdentical(rows: number) {
  return (boards: readonly unknown[][]) =>
    boards.every((board) => board.length === rows && isDeepStrictEqual(board, boards[0]));
}
