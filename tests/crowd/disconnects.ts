import { setTimeout as sleep } from 'node:timers/promises';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { buildUrl } from '#contract/url.ts';
import { createRandom, type Random } from '#server/demo/random.ts';
import { buildSessionCookie } from '../../bench/support/embedded-product.ts';
import { sendOrThrow } from '../nodes/api-client.ts';
import { TIMEOUT_MS } from '../support/full-size.ts';
import { random } from '../support/random.ts';
import { BrowserPage } from './browser-page.ts';
import type { SeededProduct } from './seeded-product.ts';

export interface DisconnectPlan {
  changes: number;
  betweenChangesMs: number;
  /** Each page disconnects about once per `disconnectEvery` changes. */
  disconnectEvery: number;
  disconnectedFor: number;
}

const LEADERBOARD_PAGE_ROWS = 500;

/**
 * Disconnects pages while the setlist changes. Returns the duration of each catch-up, and the pages
 * that still differ from the database after the grace period.
 */
export async function runDisconnects(
  product: SeededProduct,
  plan: DisconnectPlan,
  graceMs: number,
) {
  await product.startShow();
  const pages: BrowserPage[] = [];
  try {
    for (const fan of product.userIds.keys()) {
      pages.push(new BrowserPage(product.url, product.showId, buildSessionCookie(fan)));
      await sleep(2);
    }
    await waitUntil(() =>
      pages.every(({ isCurrent, rows, ownRow }) => isCurrent && rows && ownRow !== undefined),
    );
    const disconnects = pages.map((page, fan) =>
      scheduleDisconnects(page, plan, createRandom(fan)),
    );
    for (let change = 0; change < plan.changes; change += 1) {
      for (const disconnectIfDue of disconnects) disconnectIfDue(change);
      await changeSetlist(product, change);
      await sleep(plan.betweenChangesMs);
    }
    const listOutdatedPages = await preparePageComparison(product, pages);
    // Connected pages must be up to date before the others reconnect, so that these catch up
    // without a later message.
    await waitUntil(() => listOutdatedPages().every(({ isDisconnected }) => isDisconnected));
    for (const page of pages) page.reconnect();
    await waitUntil(() => pages.every(({ isCurrent }) => isCurrent));
    await waitUntil(() => listOutdatedPages().length === 0, graceMs);
    return { catchUps: pages.map(({ catchUps }) => catchUps), outdatedPages: listOutdatedPages() };
  } finally {
    for (const page of pages) page.close();
  }
}

/** Call the returned function before each change. */
function scheduleDisconnects(page: BrowserPage, plan: DisconnectPlan, random: Random) {
  const { betweenChangesMs, disconnectEvery, disconnectedFor } = plan;
  // A random start lets a short run disconnect as many pages at a time as a long one.
  let disconnectsAt = Math.floor(random() * disconnectEvery);
  let reconnectsAt = Number.NaN;
  return (change: number) => {
    const delayMs = random() * betweenChangesMs;
    if (change === disconnectsAt) {
      setTimeout(() => page.disconnect(), delayMs);
      reconnectsAt = change + disconnectedFor;
    } else if (change === reconnectsAt) {
      setTimeout(() => page.reconnect(), delayMs);
      disconnectsAt =
        change + Math.round((0.8 + 0.4 * random()) * disconnectEvery) - disconnectedFor;
    }
  };
}

async function changeSetlist({ admin, showId, songIds }: SeededProduct, change: number) {
  const path = `/api/shows/${showId}/setlist`;
  const songId = songIds[(change * 11) % songIds.length];
  if (change % 4 < 2) return sendOrThrow(admin, 201, 'POST', path, { songId });
  const rows: { id: string; version: number }[] = await sendOrThrow(admin, 200, 'GET', path);
  const row = rows[Math.floor(random() * rows.length)];
  if (change % 4 === 3) return sendOrThrow(admin, 204, 'DELETE', `${path}/${row?.id}`);
  const body = { notes: `Change ${change}`, version: row?.version };
  return sendOrThrow(admin, 200, 'PATCH', `${path}/${row?.id}`, body);
}

async function preparePageComparison(
  { admin, showId, userIds, query }: SeededProduct,
  pages: readonly BrowserPage[],
) {
  const storedRows = await query<{ id: string; position: number; notes: string | null }>(
    'select id, position, notes from live_setlist_songs where show_id = $1 order by position',
    [showId],
  );
  const setlist = JSON.stringify(
    storedRows.map(({ id, position, notes }) => [id, position, notes]),
  );
  const standingByUser = new Map<string, string>();
  for (let offset = 0; offset < userIds.length; offset += LEADERBOARD_PAGE_ROWS) {
    const request = {
      params: { id: showId },
      query: { limit: `${LEADERBOARD_PAGE_ROWS}`, offset: `${offset}` },
    };
    const leaderboardRows = await sendOrThrow(
      admin,
      200,
      'GET',
      buildUrl(getShowLeaderboard.path, request),
    );
    for (const { userId, rank, totalPoints } of leaderboardRows)
      standingByUser.set(userId, `${rank} ${totalPoints}`);
  }
  const matchesStoredData = ({ rows, ownRow }: BrowserPage, userId = '') =>
    JSON.stringify(rows?.map(({ id, position, notes }) => [id, position, notes])) === setlist &&
    `${ownRow?.rank} ${ownRow?.totalPoints}` === standingByUser.get(userId);
  return () => pages.filter((page, fan) => !matchesStoredData(page, userIds[fan]));
}

async function waitUntil(condition: () => boolean, timeoutMs = TIMEOUT_MS) {
  const end = performance.now() + timeoutMs;
  while (!condition() && performance.now() < end) await sleep(50);
}
