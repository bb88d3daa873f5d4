import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { IS_FULL_RUN, withinSeconds } from '../support/full-size.ts';
import { ADMIN } from '../support/run-product.ts';
import { type ApiClient, createClient, sendOrThrow, signUp } from './api-client.ts';
import { startNodeCluster } from './node-cluster.ts';
import { Page } from './page.ts';

export type LiveShow = Awaited<ReturnType<typeof startLiveShow>>;

const FAN_COUNT = IS_FULL_RUN ? 6 : 4;
/** `redis-bus.test.ts` tests changes that must reach several other nodes. */
const NODE_COUNT = IS_FULL_RUN ? 3 : 2;

export async function startLiveShow() {
  const cluster = await startNodeCluster(NODE_COUNT);
  const admin = createClient(cluster.url);
  await sendOrThrow(admin, 200, 'POST', '/api/auth/login', ADMIN);
  await sendOrThrow(admin, 200, 'POST', '/api/admin/initialize');
  const songs: { id: string }[] = await sendOrThrow(admin, 200, 'GET', '/api/songs');
  const songIds = songs.map(({ id }) => id);
  const showId = await addShow(admin, 'The Night');
  const openShowId = await addShow(admin, 'The Night After');
  const fans = await Promise.all(
    Array.from({ length: FAN_COUNT }, (_, fanIndex) => signUp(`fan${fanIndex}`, cluster.url)),
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
    nodeUrl: (nodeIndex: number) => cluster.nodes[nodeIndex % cluster.nodes.length]?.url ?? '',
    choosePicks: (fanIndex: number) =>
      Array.from({ length: 12 }, (_, n) => songIds[(fanIndex * 5 + n) % songIds.length] ?? ''),
    async openPage(
      fanIndex: number,
      url = cluster.url,
      client = fans[fanIndex % FAN_COUNT] as ApiClient,
    ) {
      const page = new Page(client, url, showId);
      pages.push(page);
      await expect.poll(() => page.isOpen).toBe(true);
      return page;
    },
    openPages: (count: number) =>
      Promise.all(Array.from({ length: count }, (_, n) => liveShow.openPage(n))),
    openPageAtEachNode: () =>
      Promise.all(cluster.nodes.map(({ url }, n) => liveShow.openPage(n, url))),
    closePages() {
      for (const page of pages) page.close();
      pages = [];
    },
    isReady: async (nodeIndex: number) =>
      (await createClient(liveShow.nodeUrl(nodeIndex)).send('GET', '/readyz')).status === 200,
    /** Sends a request as the administrator, through the balancer unless `url` is set. */
    changeSetlist: (method: string, body?: unknown, url?: string, rowId = '') =>
      admin.send(method, `${path}${rowId && `/${rowId}`}`, body, url),
    async readSetlist() {
      const rows = await cluster.query<{ song_id: string }>(
        'select song_id from live_setlist_songs where show_id = $1 order by position',
        [showId],
      );
      return rows.map(({ song_id }) => song_id);
    },
    async fetchSetlist(url: string): Promise<string[]> {
      const rows: { songId: string }[] = await sendOrThrow(admin, 200, 'GET', path, undefined, url);
      return rows.map(({ songId }) => songId);
    },
    async waitForSameLeaderboard(rowCount: number) {
      const leaderboardPath = `/api/leaderboard/show/${showId}`;
      const fetchLeaderboard = ({ url }: { url: string }) =>
        sendOrThrow(admin, 200, 'GET', leaderboardPath, undefined, url);
      let responses: { totalPoints: number }[][] = [];
      // Other nodes receive a change shortly after its response.
      await expect
        .poll(
          async () => {
            responses = await Promise.all(cluster.nodes.map(fetchLeaderboard));
            return responses;
          },
          { timeout: withinSeconds(1) },
        )
        .toSatisfy(areIdentical(rowCount));
      return responses[0] ?? [];
    },
  };
  return liveShow;
}

async function addShow(admin: ApiClient, name: string): Promise<string> {
  const date = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const body = { name, city: 'Richmond', date, timeZone: 'America/New_York' };
  return (await sendOrThrow(admin, 201, 'POST', '/api/shows', body)).id;
}

function areIdentical(rowCount: number) {
  return (leaderboards: readonly unknown[][]) =>
    leaderboards.every(
      (leaderboard) =>
        leaderboard.length === rowCount && isDeepStrictEqual(leaderboard, leaderboards[0]),
    );
}
