import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '#contract/pages.ts';
import { listShows } from '#contract/shows.ts';
import {
  getMyTourRecap,
  getTourRecap,
  type MyTourRecap,
  NO_TOUR_RECAP,
  type TourRecap,
} from '#contract/tour-recaps.ts';
import { isResultSeen } from '#web/score-display/seen-results.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const TOUR = 'Fall & Winter';
const shows = [-30, -20, -10].map((day, n) =>
  sampleShow(day, { id: sampleSongId(n + 1), name: `Night ${n + 1}` }),
);
const show = (n: number) => shows[n] as (typeof shows)[number];

const RECAP: TourRecap = {
  ...{ name: TOUR, correctedAt: null, fans: 58 },
  nights: shows.map((night, n) => ({
    show: night,
    ...{ fans: 40 + n, averageScore: `${50 + n}.00`, bestPoints: 100 + n },
  })),
  top: [
    {
      ...{ userId: sampleSongId(91), username: 'Ada', rank: 1, gamesPlayed: 3 },
      ...{ averageScore: '81.00', totalPoints: 243, nightsWon: 1 },
    },
  ],
  ...{ bestNight: show(2).id, worstNight: show(0).id },
  songs: {
    sheets: 120,
    mostCalled: [{ songId: sampleSongId(11), title: 'Ember', calls: 100, plays: 1 }],
    mostPlayed: [{ songId: sampleSongId(12), title: 'Gale', calls: 4, plays: 3 }],
  },
  bustout: {
    ...{ songId: sampleSongId(13), title: 'Isle', calls: 1, sheets: 40, gap: 61 },
    ...{ show: show(1), callers: ['Ada'] },
  },
  house: {
    players: [{ player: 'notebook', points: 150, nights: 3 }],
    series: { house: 1, fans: 1, ties: 0 },
  },
};
const MY_RECAP: MyTourRecap = {
  ...{ name: TOUR, correctedAt: null, showCount: 3, gamesPlayed: 2 },
  ...{ points: 180, averageScore: '90.00', rank: 2, total: 58, nightsWon: 0 },
  bestNight: { show: show(1), points: 97, rank: 2, total: 41 },
  bestCall: { title: 'Isle', points: 10, showName: 'Night 2', crowd: { calls: 1, sheets: 40 } },
  hitRates: {
    opener: { hits: 1, of: 2 },
    closer: { hits: 0, of: 2 },
    exact: { hits: 2, of: 40 },
    any: { hits: 10, of: 40 },
  },
};

async function openRecap(recap: TourRecap, myRecap?: MyTourRecap, user = FAN) {
  const site = createTestSite();
  site.respond(getTourRecap, recap);
  site.respond(getMyTourRecap, myRecap);
  await site.open(paths.tourRecap({ tour: TOUR }), user);
  return site;
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const texts = (name: string) =>
  region(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('shows my tour first, with a link to its picture, and marks the recap as seen', async () => {
  expect(isResultSeen(FAN.id, TOUR)).toBe(false);
  await openRecap(RECAP, MY_RECAP);
  const section = region('Your tour');
  section.getByText('2 of 3 shows');
  section.getByText('#2 / 58');
  expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['97 pts', 'Night 2', 'Isle', '1 of 40 called it', '0', '90.0 points per night'],
    ...['25%', '10 of 40 picks', '5%', '2 of 40 picks', '1', '1 opener, 0 closers'],
  ]);
  expect(isResultSeen(FAN.id, TOUR)).toBe(true);
  const share = section.getByRole('link', { name: 'Share' });
  expect(share.getAttribute('href')).toBe(paths.share({ tour: TOUR }));
});

test('shows the top fans, the nights, the songs, the bustout and the house players', async () => {
  await openRecap(RECAP);
  expect(screen.queryByRole('region', { name: 'Your tour' })).toBeNull();
  expect(texts('Top of the tour')).toEqual([
    expect.stringMatching(/^Rank 1.*Ada3 shows · 1 night won243 pts$/),
  ]);
  expect(texts('Night by night')).toEqual([
    expect.stringMatching(/^Night 1Crowd's worst.*50\.0 averagebest 100 · 40 fans$/),
    expect.stringMatching(/^Night 2.*51\.0 averagebest 101 · 41 fans$/),
    expect.stringMatching(/^Night 3Crowd's best.*52\.0 averagebest 102 · 42 fans$/),
  ]);
  const night = region('Night by night').getByRole('link', { name: 'Night 2' });
  expect(night.getAttribute('href')).toBe(paths.showRecap({ id: show(1).id }));
  expect(texts('Called and played')).toEqual([
    ...['Ember100 called · 1 played', 'Gale4 called · 3 played'],
  ]);
  const bustout = region('Biggest bustout called');
  bustout.getByText((_, element) =>
    /^Back after 61 shows, at Night 2 on /.test(element?.textContent ?? ''),
  );
  bustout.getByText((_, element) => element?.textContent === '1 of 40 called it: Ada');
  region('The house against the fans').getByText('House and fans are even at 1–1 on this tour.');
});

test('shows the date of a correction', async () => {
  await openRecap({ ...RECAP, correctedAt: '2026-11-27T23:30:00.000Z' });
  screen.getByText('Corrected on Nov 27, 2026');
});

test('shows when the recap will be available during the tour', async () => {
  const site = createTestSite();
  site.reject(getTourRecap, NO_TOUR_RECAP, 404);
  const closed = { status: 'closed', tourName: TOUR };
  site.respond(listShows, [
    { ...show(2), ...closed, status: 'open' },
    { ...show(1), ...closed },
    { ...show(0), ...closed, tourName: 'Summer' },
    { ...show(0), ...closed },
  ]);
  await site.open(paths.tourRecap({ tour: TOUR }), FAN);
  screen.getByRole('heading', { name: 'No recap yet' });
  screen.getByText(NO_TOUR_RECAP);
  screen.getByRole('link', { name: 'View Leaderboard' });
  await screen.findByText('2 shows played so far.');
  const last = screen.getByRole('link', { name: 'Recap of Night 2' });
  expect(last.getAttribute('href')).toBe(paths.showRecap({ id: show(1).id }));
});

test('asks a fan who wants no spoilers and has not seen a night before showing the recap', async () => {
  const seen = { spoilersHiddenSince: show(0).date, revealedShowIds: [show(0).id, show(1).id] };
  await openRecap(RECAP, MY_RECAP, { ...FAN, ...seen });
  await screen.findByRole('button', { name: 'Show me: Night 3' });
  expect(screen.queryByText('Isle')).toBeNull();
});
