import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import {
  getHouseNight,
  getMyHouseRecord,
  type HouseNight,
  type MyHouseRecord,
} from '#contract/house-players.ts';
import { getMyShowRow } from '#contract/leaderboards.ts';
import { getSetlist } from '#contract/setlists.ts';
import { queryFor } from '#web/http/query-for.ts';
import { SHOW_ID, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ShowHousePlayers } from './show-house-players.tsx';

const setlist = [setlistEntry(1), setlistEntry(2)];
const [first, second] = setlist.map(({ songId }) => ({ songId, position: 1 }));
const night: HouseNight = {
  learntFrom: 40,
  twentySheets: null,
  players: [
    { player: 'archivist', songs: first ? [first] : [] },
    { player: 'notebook', songs: second ? [second] : [] },
    { player: 'optimist', songs: [] },
  ],
  likeliestSongs: [],
};

function renderText(
  status: string,
  cached: {
    house?: HouseNight;
    record?: MyHouseRecord;
    songCount?: number;
    ownPoints?: number | undefined;
  },
) {
  const client = new QueryClient();
  const params = { id: SHOW_ID };
  const { house = night, record, songCount = 2, ownPoints } = cached;
  client.setQueryData(queryFor(getMyHouseRecord).queryKey, record);
  client.setQueryData(queryFor(getHouseNight, { params }).queryKey, house);
  client.setQueryData(queryFor(getSetlist, { params }).queryKey, setlist.slice(0, songCount));
  const row = { rank: 1, userId: SHOW_ID, username: 'me', totalPoints: ownPoints ?? 0, behind: 0 };
  client.setQueryData(
    queryFor(getMyShowRow, { params }).queryKey,
    ownPoints === undefined ? null : row,
  );
  const show = { id: SHOW_ID, status };
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Router ssrPath="/show-leaderboard">
        <ShowHousePlayers show={show} />
      </Router>
    </QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

test("ranks house players by the page's setlist and compares them with the viewer", () => {
  expect(renderText('live', { ownPoints: 10, songCount: 1 })).toMatch(
    /The Archivist 41 pts 31 ahead of you The Notebook 0 pts you lead by 10 The Optimist 0 pts/,
  );
  expect(renderText('live', { ownPoints: 10 })).toContain('The Notebook 10 pts level with you');
});

test('shows no comparison if the viewer has no prediction', () => {
  const text = renderText('closed', {});
  expect(text).toContain('The Archivist 41 pts The Notebook');
  expect(text).toContain('unranked');
});

test('shows 0 points before the show, regardless of the setlist', () => {
  expect(renderText('open', { ownPoints: 0 })).toContain('The Archivist 0 pts The Notebook 0 pts');
});

test('summarizes how often the viewer beat the house players', () => {
  expect(renderText('open', { record: { nights: 27, beaten: 9 } })).toMatch(
    /^ You beat the house 9 of 27 nights /,
  );
  expect(renderText('open', { record: { nights: 1, beaten: 0 } })).toContain('0 of 1 night ');
  expect(renderText('open', { record: { nights: 0, beaten: 0 } })).toMatch(/^ House players /);
  expect(renderText('open', {})).toMatch(/^ House players /);
});

test('shows when house players predict, and explains a show that they did not predict', () => {
  expect(
    renderText('open', {
      house: { learntFrom: null, twentySheets: null, players: [], likeliestSongs: [] },
    }),
  ).toContain('They predict when predictions lock.');
  expect(
    renderText('live', {
      house: { learntFrom: 3, twentySheets: 0, players: [], likeliestSongs: [] },
    }),
  ).toContain('sat this one out');
});

test('explains why The Twenty is missing, except at shows that predate it', () => {
  expect(renderText('open', { house: { ...night, twentySheets: 4 } })).toContain(
    'The Twenty sat this one out',
  );
  for (const twentySheets of [null, 5])
    expect(renderText('open', { house: { ...night, twentySheets } })).not.toContain('The Twenty');
});
