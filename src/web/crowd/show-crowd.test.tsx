import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Crowd, type CrowdSong, getCrowd } from '#contract/crowd.ts';
import { getHouseNight } from '#contract/house-players.ts';
import { getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { sampleSongId, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';
import { ShowCrowd } from './show-crowd.tsx';

const CLOSED = sampleShow(-3, { status: 'closed' });

const song = (number: number, calls: number): CrowdSong => ({
  ...{ songId: sampleSongId(number), title: `Song ${number}`, calls },
  ...{ openerCalls: number === 1 ? calls : 0, closerCalls: 0, positions: [calls] },
});
const CROWD: Crowd = {
  sheets: 412,
  songs: [song(1, 300), ...Array.from({ length: 30 }, (_, n) => song(n + 2, 100 - n))],
};

async function openCrowd(crowd: Crowd, setlist: SetlistEntry[], likeliest: number[] = []) {
  const site = createTestSite();
  site.respond(getCrowd, crowd);
  site.respond(getSetlist, setlist);
  const picks = [1, 2].map((n) => ({ songId: sampleSongId(n), position: n }));
  site.respond(getHouseNight, {
    learntFrom: 40,
    twentySheets: null,
    players: [{ player: 'notebook', songs: picks }],
    likeliestSongs: likeliest.map(sampleSongId),
  });
  await site.renderPart(<ShowCrowd show={CLOSED} />, FAN);
  return site;
}

const listItems = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('compares the crowd with the band, next to the house players', async () => {
  await openCrowd(
    CROWD,
    [1, 31, 99].map((row) => setlistEntry(row)),
  );
  screen.getByRole('heading', { name: 'The crowd knew 1 of 3' });
  await screen.findByText('The Notebook knew 1');
  expect(listItems('Rarest correct calls')).toEqual([
    'Song 3171 of 412 called it',
    'Song 1300 of 412 called it',
  ]);
  // Private sheets may have it, which must stay hidden below five of them.
  screen.getByText(/^None of the counted sheets has/);
  expect(screen.queryByText(/No one/)).toBeNull();
});

test('compares the odds before the show with the crowd, unless there are none', async () => {
  const played = [1, 31, 99].map((row) => setlistEntry(row));
  await openCrowd(CROWD, played, [1, 31, 50]);
  await screen.findByRole('heading', {
    name: /^The crowd knew 1 of 3\s*, The odds knew 2 of 3$/,
  });
  screen.getByText(
    'Based on the 24 songs that most fans picked, and the likeliest ones before the show.',
  );
});

test('lists the share of each song, and marks those played', async () => {
  const { user } = await openCrowd(CROWD, [setlistEntry(1)]);
  expect(listItems('Most called songs')).toHaveLength(24);
  expect(listItems('Most called songs')[0]).toBe('Song 1Played73% 300');
  expect(listItems('Favorite openers')).toEqual(['Song 173% 300']);
  await user.click(screen.getByRole('button', { name: 'Show all 31 songs' }));
  expect(listItems('Most called songs')).toHaveLength(31);
});

test('shows no comparison before the first song', async () => {
  await openCrowd(CROWD, []);
  expect(screen.queryByRole('heading', { name: /^The crowd knew/ })).toBeNull();
  expect(listItems('Most called songs')).toHaveLength(24);
});

test('shows no shares below the minimum, and explains which predictions count', async () => {
  await openCrowd({ sheets: 4, songs: [] }, [setlistEntry(1)]);
  screen.getByRole('heading', { name: 'Not enough predictions' });
  screen.getByText(/^Crowd statistics need at least 5 predictions/);
  expect(screen.queryByText(/%/)).toBeNull();
});
