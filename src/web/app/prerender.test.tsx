import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EmbeddedResponse, PageData } from '#contract/first-reads.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { getPrediction, listMyPredictions } from '#contract/predictions.ts';
import { POINTS } from '#contract/scoring.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listLiveShows, listUpcomingShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { listVoidedPredictions } from '#contract/voided-predictions.ts';
import { saveDraft } from '#web/game/draft-storage.ts';
import { leaderboardRow, myRow, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import {
  BAND,
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const show = sampleShow(20);
const liveShow = sampleShow(-1, {
  id: '00000000-0000-4000-8000-000000000003',
  name: 'The Night Itself',
  status: 'live',
});
const result = sampleShow(-24 * 30, {
  id: '00000000-0000-4000-8000-000000000004',
  name: 'The Month Before',
  status: 'closed',
});
const songs = Array.from({ length: 40 }, (_, n) => sampleSong(n, { lastPlayed: show.date }));
const prediction = samplePrediction(show, [3, 1, 2]);

const embed = (endpoint: Endpoint, data: unknown, id?: string): EmbeddedResponse => ({
  path: endpoint.path,
  ...(id && { params: { id } }),
  data,
});

const createData = (...responses: EmbeddedResponse[]): PageData => ({
  band: BAND,
  user: { ...FAN, totalPoints: 1234, averageScore: '61.70' },
  at: new Date(Date.now() - 4_000).toUTCString(),
  timeZone: 'Europe/Berlin',
  responses,
});

const noLiveShow = embed(listLiveShows, []);
const myPredictions = embed(listMyPredictions, [samplePrediction(result, [1], { points: 41 })]);
const rankings = {
  ...embed(getShowLeaderboard, [leaderboardRow(1, 41)], liveShow.id),
  ...{ query: { limit: '5' }, total: 1 },
};
const PAGES: Record<string, PageData> = {
  '/': createData(
    embed(listLiveShows, [liveShow]),
    rankings,
    embed(listUpcomingShows, [liveShow, show]),
    myPredictions,
    embed(getSetlist, [setlistEntry(1), setlistEntry(2)], liveShow.id),
    embed(getMyShowRow, myRow(1, 41), liveShow.id),
  ),
  '/game': createData(noLiveShow, embed(listUpcomingShows, [show]), myPredictions),
  [`/game?show=${show.id}`]: createData(
    noLiveShow,
    embed(getShow, show, show.id),
    myPredictions,
    embed(listVoidedPredictions, []),
    embed(listSongs, songs),
  ),
  [`/game?show=${show.id}&edit=${prediction.id}`]: createData(
    noLiveShow,
    embed(getPrediction, prediction, prediction.id),
    embed(listSongs, songs),
  ),
  '/rules': createData(noLiveShow),
  '/song-database': createData(noLiveShow, embed(listSongs, songs)),
  '/Song-Database/?rarity=rare&sort=lastPlayed': createData(noLiveShow, embed(listSongs, songs)),
};

function readPage(url: string): PageData {
  const data = PAGES[url];
  if (!data) throw new Error(`No data for ${url}`);
  return data;
}

/** Renders with fresh modules, because the server's thread and each browser have their own. */
async function renderPage(url: string, data: PageData): Promise<string> {
  vi.resetModules();
  const server = await import('./prerender.tsx');
  return server.renderPage(url, data);
}

beforeEach(() => {
  const report = console.error;
  vi.spyOn(console, 'error').mockImplementation((text, ...values) => {
    // Packages are shared, unlike in production.
    if (!/multiple renderers/.test(text)) report(text, ...values);
  });
});

async function hydrate(html: string, url: string, data: PageData): Promise<unknown[]> {
  const root = document.createElement('div');
  root.innerHTML = html.replaceAll(' data-style="', ' style="');
  document.body.append(root);
  history.replaceState(null, '', url);
  vi.resetModules();
  const { beginPage, cachePageData } = await import('./page-data.ts');
  const { chooseRoute } = await import('./choose-route.ts');
  const { ROUTES } = await import('./routes.tsx');
  const { Root } = await import('./app.tsx');
  const { queryClient } = await import('#web/http/query-client.ts');
  cachePageData(queryClient, data);
  const choice = chooseRoute(ROUTES, location, true);
  if (choice && 'route' in choice) await choice.route.load();
  beginPage(data);
  const errors: unknown[] = [];
  const onRecoverableError = (error: unknown) => errors.push(error);
  await act(async () => {
    const app = hydrateRoot(root, <Root />, { onRecoverableError });
    onTestFinished(async () => {
      await act(async () => app.unmount());
      root.remove();
    });
  });
  return errors;
}

test.each(Object.entries(PAGES))(
  'hydrates %s without a mismatch or a second request',
  async (url, data) => {
    const site = createTestSite();
    const html = await renderPage(url, data);
    // The server can't read what is stored on the device.
    saveDraft(
      { userId: FAN.id, showId: show.id },
      { songIds: [songs[7]?.id ?? ''], base: [], savedAt: 1 },
    );
    expect(await hydrate(html, url, data)).toEqual([]);
    const [heading = ''] = /<h1.*?<\/h1>/.exec(html) ?? [];
    expect(heading).toContain(screen.getByRole('heading', { level: 1 }).textContent);
    expect(site.listAllCalls()).toEqual([]);
  },
);

test('renders the given data, and nothing from the previous page', async () => {
  createTestSite();
  const first = await renderPage('/', readPage('/'));
  for (const text of ['Welcome back, madder!', 'The Night Itself', '1,234', 'Song 2'])
    expect(first).toContain(text);
  const bystander = { ...FAN, username: 'bystander', email: 'bystander@example.com' };
  const second = await renderPage('/', { ...createData(noLiveShow), user: bystander });
  expect(second).toContain('Welcome back, bystander!');
  expect(second).not.toMatch(/madder|The Night|1,234/);
});

test('renders the landing page and the rules for visitors', async () => {
  createTestSite();
  vi.resetModules();
  const { prerenderPages } = await import('./prerender.tsx');
  const { pages } = await prerenderPages(BAND);
  expect(Object.keys(pages)).toEqual(['/', '/rules']);
  expect(pages['/']).toContain('Call the set before they play it.');
  for (const outcome of Object.keys(POINTS)) expect(pages['/rules']).toContain(outcome);
  expect(pages['/rules']).toContain(`Start Playing`);
});

test('shows what is stored on the device once the page is hydrated', async () => {
  createTestSite();
  const url = `/game?show=${show.id}`;
  const data = readPage(url);
  const html = await renderPage(url, data);
  expect(html).not.toContain('Song 7');
  saveDraft(
    { userId: FAN.id, showId: show.id },
    { songIds: [songs[7]?.id ?? ''], base: [], savedAt: 1 },
  );
  await hydrate(html, url, data);
  screen.getByText('Song 7');
});

test('escapes text and has no style attributes', async () => {
  createTestSite();
  const hostile = { ...show, name: '<script>alert(1)</script>"' };
  for (const [url, data] of Object.entries(PAGES)) {
    const html = await renderPage(url, {
      ...data,
      responses: (data.responses ?? []).map((response) =>
        response.path === getShow.path ? { ...response, data: hostile } : response,
      ),
    });
    expect(html).not.toMatch(/<script| style=/);
  }
});

test('rejects a page that fails to render', async () => {
  createTestSite();
  const broken = createData(embed(listLiveShows, []), embed(listUpcomingShows, { not: 'a list' }));
  await expect(renderPage('/game', broken)).rejects.toThrow();
});
