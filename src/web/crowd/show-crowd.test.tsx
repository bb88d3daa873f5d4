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

async function openCrowd(crowd: Crowd, setlist: SetlistEntry[], show = CLOSED) {
  const site = createTestSite();
  site.respond(getCrowd, crowd);
  site.respond(getSetlist, setlist);
  const picks = [1, 2].map((n) => ({ songId: sampleSongId(n), position: n }));
  site.respond(getHouseNight, {
    learntFrom: 40,
    players: [{ player: 'notebook', songs: picks }],
  });
  await site.renderPart(<ShowCrowd show={show} />, FAN);
  return site;
}

const listItems = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('compares the crowd with the band, beside the house players', async () => {
  await openCrowd(
    CROWD,
    [1, 31, 99].map((row) => setlistEntry(row)),
  );
  screen.getByRole('heading', { name: 'The crowd knew 1 of 3' });
  await screen.findByText('The Notebook knew 1');
  expect(listItems('Rarest right calls')).toEqual([
    'Song 3171 of 412 called it',
    'Song 1300 of 412 called it',
  ]);
  screen.getByText(/^No one called/);
});

test('lists the share of each song, and marks those played', async () => {
  const { user } = await openCrowd(CROWD, [setlistEntry(1)]);
  expect(listItems('Most called songs')).toHaveLength(24);
  expect(listItems('Most called songs')[0]).toBe('Song 1Played73% 300');
  expect(listItems('Favorite openers')).toEqual(['Song 173% 300']);
  await user.click(screen.getByRole('button', { name: 'Show all 31 songs' }));
  expect(listItems('Most called songs')).toHaveLength(31);
});

test('compares nothing before the first song', async () => {
  await openCrowd(CROWD, []);
  expect(screen.queryByRole('heading', { name: /^The crowd knew/ })).toBeNull();
  expect(listItems('Most called songs')).toHaveLength(24);
});

test.each([
  [0, 'No predictions for this show'],
  [1, 'One prediction for this show'],
  [4, '4 predictions for this show'],
])('shows no shares of %i sheets', async (sheets, title) => {
  await openCrowd({ sheets, songs: [] }, [setlistEntry(1)]);
  screen.getByRole('heading', { name: title });
  expect(screen.queryByText(/%/)).toBeNull();
});
