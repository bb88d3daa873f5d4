import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { getShowSources, type ShowSource } from '#contract/imports.ts';
import type { Prediction } from '#contract/predictions.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SHOW_ID, sampleSongId, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { SideBySide } from './side-by-side.tsx';

const ARCHIVE_URL = 'https://www.setlist.fm/setlist/the-lanterns/63de4613.html';
const NO_NOTES = { notes: null, soundcheck: null, support: null };

function renderPage(status: string, sources: ShowSource[], setlist = [setlistEntry(1)]): string {
  const client = new QueryClient();
  client.setQueryData(queryFor(getShowSources, { params: { id: SHOW_ID } }).queryKey, sources);
  const prediction: Prediction = {
    id: SHOW_ID,
    showId: SHOW_ID,
    show: {
      ...{ name: 'The Foundry', venue: null, city: 'Duluth', state: 'MN', country: 'USA' },
      ...{ date: '2030-01-01T20:00:00Z', timeZone: 'UTC', tourName: null, locksAt: null, status },
      arePredictionsFrozen: false,
    },
    points: 41,
    submittedAt: '2030-01-01T10:00:00Z',
    songs: [{ id: sampleSongId(1), title: 'Song 1', album: null, position: 1 }],
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SideBySide prediction={prediction} setlist={setlist} />
    </QueryClientProvider>,
  );
}

test('links to the archive that an imported setlist came from', () => {
  const linked = { source: 'setlist.fm', url: ARCHIVE_URL, ...NO_NOTES };
  const unlinked = { source: 'songfish:kglw.net', url: null, ...NO_NOTES };
  const page = renderPage('closed', [linked, unlinked]);
  expect(page).toMatch(
    new RegExp(`<a href="${ARCHIVE_URL}"[^>]*><span>Setlist from (<!-- -->)?setlist.fm</span>`),
  );
  expect(page).toMatch(/<span>Setlist from (<!-- -->)?kglw.net<\/span>/);
});

test('shows no archive link for a setlist entered by hand or a show in progress', () => {
  expect(renderPage('closed', [])).not.toContain('Setlist from');
  expect(
    renderPage('live', [{ source: 'setlist.fm', url: ARCHIVE_URL, ...NO_NOTES }]),
  ).not.toContain(ARCHIVE_URL);
});

test.each(['live', 'closed'])('shows that a %s show without songs has no setlist yet', (status) => {
  expect(renderPage(status, [], [])).toContain('Setlist not available yet');
});

test('labels a missed pick as not played yet during a live show, and as not played afterwards', () => {
  const live = renderPage('live', [], [setlistEntry(2)]);
  expect(live).toMatch(/<span[^>]*>not played yet<\/span>/);
  expect(live).toContain('</span> Not played yet</li>');
  const closedPage = renderPage('closed', [], [setlistEntry(2)]);
  expect(closedPage).toMatch(/<span[^>]*>Not played<\/span>/);
  expect(closedPage).toContain('</span> Not played</li>');
});
