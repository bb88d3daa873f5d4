import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { getSongHistory, type SongHistory } from '#contract/songs.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SHOW_ID, sampleSongId } from '../../../tests/support/live-show-samples.ts';
import SongPage from './song-page.tsx';

const id = sampleSongId(1);

function renderPage(archives: SongHistory['archives'], timesPlayed = 1): string {
  const client = new QueryClient();
  const place = { venue: null, city: 'Duluth', state: 'MN', country: 'USA', timeZone: 'UTC' };
  const history: SongHistory = {
    song: {
      ...{ id, title: 'Ember', album: null, rarity: 'rare', category: 'studio', version: 0 },
      ...{ firstPlayed: '2020-01-01T20:00:00Z', lastPlayed: '2020-01-01T20:00:00Z' },
      ...{ timesPlayed: 1, averagePosition: '1.00', gap: 0, gapIsMinimum: false },
    },
    months: [{ month: '2020-01', timesPlayed }],
    positions: [{ position: 1, timesPlayed: 1 }],
    openerCount: 1,
    closerCount: 0,
    lastShows: [
      {
        ...{ id: SHOW_ID, name: 'The Foundry', date: '2020-01-01T20:00:00Z', ...place },
        ...{ positions: [1], isOpener: true, isCloser: false },
      },
    ],
    archives,
  };
  client.setQueryData(queryFor(getSongHistory, { params: { id } }).queryKey, history);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/song-database/song" ssrSearch={`?id=${id}`}>
        <SongPage />
      </Router>
    </QueryClientProvider>,
  );
}

test('credits imported plays to their archives with links', () => {
  const page = renderPage([
    { name: 'kglw.net', url: 'https://kglw.net/' },
    { name: 'setlist.fm', url: null },
  ]);
  expect(page).toContain('Setlists from');
  expect(page).toMatch(/<a href="https:\/\/kglw.net\/"[^>]*><span>kglw.net<\/span>/);
  expect(page).toContain('<span>setlist.fm</span>');
});

test('does not credit an archive for plays entered by hand', () => {
  expect(renderPage([])).not.toContain('Setlists from');
});

test('charts three plays or more', () => {
  for (const title of ['Plays Over Time', 'Position in the Setlist']) {
    expect(renderPage([], 2)).not.toContain(title);
    expect(renderPage([], 3)).toContain(title);
  }
});
