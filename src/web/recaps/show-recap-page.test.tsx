import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#contract/pages.ts';
import {
  getMyShowRecap,
  getShowRecap,
  type HouseContest,
  type MyShowRecap,
  NO_SHOW_RECAP,
  type ShowRecap,
} from '#contract/recaps.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow } from '#contract/shows.ts';
import { sampleSongId, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const SHOW = sampleShow(-1, { status: 'closed', tourName: 'Fall' });

const song = (number: number, calls: number) => ({
  ...{ songId: sampleSongId(number), title: `Song ${number}`, calls },
});
const RECAP: ShowRecap = {
  correctedAt: null,
  ...{ fans: 412, averageScore: '51.25', podiumSize: 12 },
  podium: [
    { rank: 1, userId: sampleSongId(91), username: 'Ada', totalPoints: 129 },
    { rank: 2, userId: sampleSongId(92), username: 'Shy', totalPoints: 120, isPrivate: true },
  ],
  crowd: {
    ...{ sheets: 400, played: 22, known: 9 },
    got: [song(1, 380)],
    missed: [song(2, 350)],
    rarestCalls: [song(4, 1)],
    uncalled: ['Song 3', 'Song 5'],
  },
  bestCall: { ...song(4, 5), callers: ['Ada', 'Bob'] },
  house: {
    players: [{ player: 'archivist', points: 90 }],
    ...{ winner: 'house', houseAverage: '60.00', fansAverage: '51.25', beatenBy: 12 },
    series: { house: 2, fans: 3, ties: 1 },
  },
};
const MY_RECAP: MyShowRecap = {
  ...{ predictionId: sampleSongId(7), points: 97, rank: 3, total: 412, behind: 400 },
  hits: { hits: 8, of: 24 },
  bestCall: { title: 'Song 4', points: 41, crowd: { calls: 5, sheets: 400 } },
};

async function openRecap(recap: ShowRecap, myRecap?: MyShowRecap, user = FAN) {
  const site = createTestSite();
  site.respond(getShow, SHOW);
  site.respond(getShowRecap, recap);
  site.respond(getMyShowRecap, myRecap);
  const labels = ['Set 1', 'Set 1', 'Set 1', 'Encore'];
  site.respond(
    getSetlist,
    labels.map((setLabel, n) => ({ ...setlistEntry(n + 1), setLabel, segue: n === 0 })),
  );
  await site.open(paths.showRecap({ id: SHOW.id }), user);
  return site;
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const texts = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('shows my night first, with a link to share it', async () => {
  await openRecap(RECAP, MY_RECAP);
  const night = region('Your night');
  night.getByText('Better than 97% of 412 fans');
  expect(night.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['#3 / 412', '8 of 24', 'Song 4', '41 points · 5 of 400 called it'],
  ]);
  expect(night.getByRole('link', { name: 'Share' }).getAttribute('href')).toBe(
    paths.share({ prediction: MY_RECAP.predictionId }),
  );
});

test('shows the podium, the crowd, the best call, the house players and the setlist', async () => {
  await openRecap(RECAP);
  expect(screen.queryByRole('region', { name: 'Your night' })).toBeNull();
  expect(texts('Podium')).toEqual([
    expect.stringMatching(/^Rank 1.*Ada.*129 pts$/),
    expect.stringMatching(/^Rank 2.*Shy.*private.*120 pts$/),
  ]);
  const podium = region('Podium');
  podium.getByText('and 10 more in the top three');
  podium.getByText('412 fans · average 51.3');
  const shy = podium.getByRole('link', { name: 'Shy' });
  expect(shy.getAttribute('href')).toBe(paths.fan({ username: 'Shy' }));
  expect(texts('The crowd knew 9 of 22')).toEqual([
    ...['Song 1380 of 400', 'Song 2350 of 400', 'Song 41 of 400'],
  ]);
  region('The crowd knew 9 of 22').getByText(
    (_, element) => element?.textContent === 'None of the counted sheets has Song 3 or Song 5.',
  );
  region('The crowd knew 9 of 22').getByText(/private predictions count only if there are/);
  region('Call of the night').getByText(
    (_, element) => element?.textContent === '5 of 400 called it: Ada, Bob and 3 others',
  );
  const house = region('The house against the fans');
  house.getByText('The house won the night. The house averaged 60.0 points, the fans 51.3.');
  house.getByText('12 fans beat every house player.');
  house.getByText('The fans lead 3–2 on this tour, with 1 tie.');
  const setlist = region('Setlist');
  setlist.getByText((_, element) => element?.textContent === 'Set 1: Song 1 > Song 2 · Song 3');
  setlist.getByText((_, element) => element?.textContent === 'Encore: Song 4');
  expect(screen.queryByText(/^Corrected on/)).toBeNull();
});

test('shows the winner of a night whose averages look equal', async () => {
  const house = {
    ...(RECAP.house as HouseContest),
    winner: 'fans',
    houseAverage: '51.25',
  } as const;
  await openRecap({ ...RECAP, house });
  region('The house against the fans').getByText(/^The fans won the night\./);
});

test('omits a house player from a later version', async () => {
  const oracle = { player: 'oracle' as 'archivist', points: 99 };
  const house = RECAP.house as HouseContest;
  await openRecap({ ...RECAP, house: { ...house, players: [oracle, ...house.players] } });
  const players = region('The house against the fans').getAllByRole('listitem');
  expect(players.map(({ textContent }) => textContent)).toEqual(['The Archivist90 pts']);
});

test('shows the date of a correction', async () => {
  await openRecap({ ...RECAP, correctedAt: '2026-11-27T23:30:00.000Z' });
  screen.getByText('Corrected on Nov 27, 2026');
});

test('omits the podium and the crowd of a show without predictions', async () => {
  const podium = { fans: 0, averageScore: '0.00', podium: [], podiumSize: 0 };
  await openRecap({ ...RECAP, ...podium, crowd: null, bestCall: null, house: null });
  screen.getByText('No fan has points for this show.');
  screen.getByText(/^Crowd statistics need at least 5 predictions\./);
  expect(screen.queryByRole('region', { name: 'The house against the fans' })).toBeNull();
});

test('shows when the recap will be available, and disappears when the show reopens', async () => {
  const site = await openRecap(RECAP, MY_RECAP);
  site.reject(getShowRecap, NO_SHOW_RECAP, 404);
  await site.cache.invalidateQueries();
  await screen.findByRole('heading', { name: 'No recap yet' });
  screen.getByText(NO_SHOW_RECAP);
  expect(screen.queryByRole('region', { name: 'Your night' })).toBeNull();
});

test('asks a fan who wants no spoilers before showing the recap', async () => {
  const site = await openRecap(RECAP, MY_RECAP, { ...FAN, spoilersHiddenSince: SHOW.date });
  await screen.findByRole('button', { name: `Show me: ${SHOW.name}` });
  screen.getByRole('heading', { level: 1, name: `${SHOW.name} is over` });
  expect(screen.queryByText('Ada')).toBeNull();
  expect(site.listCalls(getShowRecap)).toEqual([]);
  expect(screen.queryByRole('region', { name: 'Your night' })).toBeNull();
});
