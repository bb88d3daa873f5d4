import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { urlOf } from '#contract/url.ts';
import { cookieOf } from '../../bench/support/embedded-product.ts';
import { must } from '../nodes/person.ts';
import { BrowserPage } from './browser-page.ts';
import type { Evening } from './evening.ts';

export interface Profile {
  changes: number;
  betweenChangesMs: number;
  /** A page's line is cut about so often, at moments of its own. */
  betweenCutsMs: number;
  awayMs: number;
}

/** How long after the last reopening a page may still show something else than the database. */
const PROMISED_MS = 3_000;
const BOARD_ROWS = 500;

/**
 * Everybody's page is open, and its line is cut again and again, while songs are added, moved, changed
 * and removed. Resolves with how long each catching up took, and with the pages that differ from the
 * database three seconds after the last has come back.
 */
export async function playThroughCuts(evening: Evening, profile: Profile) {
  await evening.begin();
  const pages: BrowserPage[] = [];
  const over = new AbortController();
  // Every page waits on it.
  setMaxListeners(0, over.signal);
  try {
    for (const fan of evening.userIds.keys()) {
      pages.push(new BrowserPage(evening.url, evening.showId, cookieOf(fan)));
      await sleep(2);
    }
    await until(() => pages.every(({ isOpen, rows, own }) => isOpen && rows && own !== undefined));
    const cutting = Promise.all(pages.map((page) => cutAgainAndAgain(page, profile, over.signal)));
    for (let change = 0; change < profile.changes; change += 1) {
      await changeSetlist(evening, change);
      await sleep(profile.betweenChangesMs);
    }
    over.abort();
    await cutting;
    await until(() => pages.every(({ isOpen }) => isOpen));
    const isCurrent = await comparison(evening);
    const behind = () => pages.filter((page, fan) => !isCurrent(page, evening.userIds[fan] ?? ''));
    await until(() => behind().length === 0, PROMISED_MS);
    return { catchUps: pages.flatMap(({ catchUps }) => catchUps), behind: behind() };
  } finally {
    over.abort();
    for (const page of pages) page.close();
  }
}

async function cutAgainAndAgain(page: BrowserPage, profile: Profile, over: AbortSignal) {
  const { betweenCutsMs, awayMs } = profile;
  // The first at any moment, so that a short evening cuts as many at a time as a long one.
  for (let part = Math.random(); ; part = 0.8 + 0.4 * Math.random()) {
    await sleep(part * betweenCutsMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    page.leave();
    await sleep(awayMs * (0.8 + 0.4 * Math.random()));
    page.comeBack();
  }
}

/** By turns one is added, a second, one is noted upon, and one of those in the middle goes. */
async function changeSetlist({ admin, showId, songIds }: Evening, change: number) {
  const path = `/api/shows/${showId}/setlist`;
  const songId = songIds[(change * 11) % songIds.length];
  if (change % 4 < 2) return must(admin, 201, 'POST', path, { songId });
  const rows: { id: string; version: number }[] = await must(admin, 200, 'GET', path);
  const row = rows[Math.floor(Math.random() * rows.length)];
  if (change % 4 === 3) return must(admin, 204, 'DELETE', `${path}/${row?.id}`);
  const body = { notes: `Change ${change}`, version: row?.version };
  return must(admin, 200, 'PATCH', `${path}/${row?.id}`, body);
}

/** What says whether a page shows what the database has. */
async function comparison({ admin, showId, userIds, query }: Evening) {
  const stored = await query<{ id: string; position: number; notes: string | null }>(
    'select id, position, notes from live_setlist_songs where show_id = $1 order by position',
    [showId],
  );
  const setlist = JSON.stringify(stored.map(({ id, position, notes }) => [id, position, notes]));
  const rows = new Map<string, string>();
  for (let offset = 0; offset < userIds.length; offset += BOARD_ROWS) {
    const asked = {
      params: { id: showId },
      query: { limit: `${BOARD_ROWS}`, offset: `${offset}` },
    };
    const board = await must(admin, 200, 'GET', urlOf(getShowLeaderboard.path, asked));
    for (const { userId, rank, totalPoints } of board) rows.set(userId, `${rank} ${totalPoints}`);
  }
  return ({ rows: shown, own }: BrowserPage, userId: string) =>
    JSON.stringify(shown?.map(({ id, position, notes }) => [id, position, notes])) === setlist &&
    `${own?.rank} ${own?.totalPoints}` === rows.get(userId);
}

async function until(isSo: () => boolean, patienceMs = 30_000) {
  const end = performance.now() + patienceMs;
  while (!isSo() && performance.now() < end) await sleep(50);
}
