import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { IS_FULL, withinSeconds } from '../support/full-size.ts';
import { ADMIN } from '../support/run-product.ts';
import { startNodeCluster } from './node-cluster.ts';
import { Page } from './page.ts';
import { createPerson, type Person, sendOrThrow, signUp } from './person.ts';

export type LiveShow = Awaited<ReturnType<typeof openLiveShow>>;

const FANS = IS_FULL ? 6 : 4;
/** `redis-bus.test.ts` covers changes that several other nodes must receive, with three nodes. */
const NODES = IS_FULL ? 3 : 2;

/** Opens nodes, an administrator, fans, and two shows: one to play, one open for predictions. */
export async function openLiveShow() {
  const cluster = await startNodeCluster(NODES);
  const admin = createPerson(cluster.url);
  await sendOrThrow(admin, 200, 'POST', '/api/auth/login', ADMIN);
  await sendOrThrow(admin, 200, 'POST', '/api/admin/initialize');
  const songs: { id: string }[] = await sendOrThrow(admin, 200, 'GET', '/api/songs');
  const songIds = songs.map(({ id }) => id);
  const showId = await addShow(admin, 'The Night');
  const openShowId = await addShow(admin, 'The Night After');
  const fans = await Promise.all(
    Array.from({ length: FANS }, (_, fan) => signUp(`fan${fan}`, cluster.url)),
  );
  const path = `/api/shows/${showId}/setlist`;
  let pages: Page[] = [];

  const liveShow = {
    ...cluster,
    admin,
    fans,
    songIds,
    showId,
    openShowId,
    /** URL of a node. Numbers wrap around. */
    at: (number: number) => cluster.nodes[number % cluster.nodes.length]?.url ?? '',
    picks: (number: number) =>
      Array.from({ length: 12 }, (_, n) => songIds[(number * 5 + n) % songIds.length] ?? ''),
    /** Opens a fan's page and waits for its socket. */
    async page(number: number, url = cluster.url, person = fans[number % FANS] as Person) {
      const page = new Page(person, url, showId);
      pages.push(page);
      await expect.poll(() => page.isOpen).toBe(true);
      return page;
    },
    pages: (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => liveShow.page(n))),
    /** One page at each node, each of another fan. */
    pagesAtEach: () => Promise.all(cluster.nodes.map(({ url }, n) => liveShow.page(n, url))),
    closePages() {
      for (const page of pages) page.close();
      pages = [];
    },
    isReady: async (number: number) =>
      (await createPerson(liveShow.at(number)).send('GET', '/readyz')).status === 200,
    /** The administrator's call on the setlist, through the balancer unless `where` is set. */
    changeSetlist: (method: string, body?: unknown, url?: string, row = '') =>
      admin.send(method, `${path}${row && `/${row}`}`, body, url),
    /** The stored song ids, in order. */
    async setlist() {
      const rows = await cluster.query<{ song_id: string }>(
        'select song_id from live_setlist_songs where show_id = $1 order by position',
        [showId],
      );
      return rows.map(({ song_id }) => song_id);
    },
    /** The song ids that a node returns. */
    async setlistAt(url: string): Promise<string[]> {
      const rows: { songId: string }[] = await sendOrThrow(admin, 200, 'GET', path, undefined, url);
      return rows.map(({ songId }) => songId);
    },
    /** Waits until all nodes return the same board with this many rows; returns it. */
    async agreeOnBoard(rows: number) {
      const board = `/api/leaderboard/show/${showId}`;
      const readBoard = ({ url }: { url: string }) =>
        sendOrThrow(admin, 200, 'GET', board, undefined, url);
      let responses: { totalPoints: number }[][] = [];
      // Other nodes receive a change shortly after its response.
      await expect
        .poll(
          async () => {
            responses = await Promise.all(cluster.nodes.map(readBoard));
            return responses;
          },
          { timeout: withinSeconds(1) },
        )
        .toSatisfy(areIdentical(rows));
      return responses[0] ?? [];
    },
  };
  return liveShow;
}

async function addShow(admin: Person, name: string): Promise<string> {
  const date = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const body = { name, city: 'Richmond', date, timeZone: 'America/New_York' };
  return (await sendOrThrow(admin, 201, 'POST', '/api/shows', body)).id;
}

function areIdentical(rows: number) {
  return (boards: readonly unknown[][]) =>
    boards.every((board) => board.length === rows && isDeepStrictEqual(board, boards[0]));
}
