import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { blockFan, listBlocks, unblockFan } from '#contract/blocks.ts';
import { FAN_NOT_FOUND, type Fan, getFan } from '#contract/fans.ts';
import { paths } from '#contract/pages.ts';
import { sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, NO_STATISTICS, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const { opener, closer, exact, any } = NO_STATISTICS;
const NEW_FAN: Fan = {
  userId: sampleSongId(90),
  username: 'Front Row 100%',
  memberSince: '2019-07-04T12:00:00.000Z',
  ...{ bio: null, bioHidden: null, location: null, favoriteSong: null, homeVenue: null },
  ...{ totalPoints: 0, gamesPlayed: 0, averageScore: '0.00', rank: null },
  hitRates: { opener, closer, exact, any },
  ...{ bestCalls: [], achievements: [], tours: [], results: [] },
};

async function openFan(fan: Fan) {
  const site = createTestSite();
  site.respond(getFan, fan);
  site.respond(listBlocks, []);
  await site.open(paths.fan({ username: fan.username }), FAN);
  await screen.findByRole('heading', { level: 1, name: fan.username });
  return site;
}

const findSection = (name: string) => within(screen.getByRole('region', { name }));
const readRows = (name: string) =>
  findSection(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

function createResults(count: number): Fan['results'] {
  return Array.from({ length: count }, (_, index) => ({
    show: sampleShow(-48 - 24 * index, { id: sampleSongId(index), name: `Hall ${index + 1}` }),
    ...{ points: 10 * index, rank: index + 1, total: 1_200 },
  }));
}

test('shows the profile, results with medals, tours and achievements', async () => {
  const results = createResults(3);
  const site = await openFan({
    ...NEW_FAN,
    bio: 'First line.\nSecond <b>line</b>.',
    ...{ location: 'Ghent', favoriteSong: 'Ember', homeVenue: 'The Barn' },
    ...{ totalPoints: 1_030, gamesPlayed: 3, averageScore: '10.00', rank: 12 },
    tours: [{ name: 'Fall Tour', showCount: 3, points: 30, rank: 2, total: 40, isOver: true }],
    results,
    achievements: [
      { name: 'century', showId: sampleSongId(2), times: 4 },
      { name: 'regular', showId: sampleSongId(1), times: 1 },
    ],
  });
  expect(site.listCalls(getFan)[0]?.path).toBe('/api/fans/Front%20Row%20100%25');
  screen.getByText(/^First line\.\s+Second <b>line<\/b>\.$/);
  screen.getByText(/Member since July 2019$/);
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Ember', 'The Barn', '1,030', '#12', '3', '10.0']),
  );
  expect(readRows('Tours')).toEqual(['Fall Tour3 shows · Recap30 points#2 / 40']);
  expect(readRows('Shows')).toEqual([
    expect.stringMatching(/^Hall 1.*0 points#1 \/ 1,200$/),
    expect.stringMatching(/^Hall 2.*10 points#2 \/ 1,200$/),
    expect.stringMatching(/^Hall 3.*20 points#3 \/ 1,200$/),
  ]);
  const hall = findSection('Shows').getByRole('link', { name: /^Hall 2/ });
  const href = paths.fanSheet({ username: NEW_FAN.username, id: sampleSongId(1) });
  expect(hall.getAttribute('href')).toBe(href);
  expect(readRows('Medals and Achievements')).toEqual([
    ...['1Runner-up', '1Third Place'],
    expect.stringMatching(/^Century100 points in one show4 times, first at Hall 3, /),
    expect.stringMatching(/^RegularPredicted ten showsHall 2, /),
  ]);
  expect(screen.queryByRole('link', { name: 'Edit Profile' })).toBeNull();
});

test('shows ten shows, and all of them after a click', async () => {
  const site = await openFan({ ...NEW_FAN, results: createResults(12) });
  expect(readRows('Shows')).toHaveLength(10);
  await site.user.click(screen.getByRole('button', { name: 'Show all 12 shows' }));
  expect(readRows('Shows')).toHaveLength(12);
});

test("shows that nothing is scored yet, and offers a prediction only on the fan's own page", async () => {
  await openFan(NEW_FAN);
  screen.getByRole('heading', { name: 'No scored shows yet' });
  expect(screen.queryByRole('link', { name: 'Make Prediction' })).toBeNull();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    ...['0', '--', '0', '0.0'],
  ]);
});

test("links to the settings from the fan's own page", async () => {
  await openFan({ ...NEW_FAN, userId: FAN.id });
  const link = screen.getByRole('link', { name: 'Edit Profile' });
  expect(link.getAttribute('href')).toBe(paths.settings());
  screen.getByRole('link', { name: 'Make Prediction' });
});

test('blocks the fan after a confirmation, and unblocks them', async () => {
  const site = await openFan(NEW_FAN);
  const { userId, username } = NEW_FAN;
  const openDialog = async () => {
    await site.user.click(screen.getByRole('button', { name: `Block ${username}` }));
    return within(await screen.findByRole('alertdialog', { name: `Block ${username}?` }));
  };
  await site.user.click((await openDialog()).getByRole('button', { name: 'Cancel' }));
  expect(site.listCalls(blockFan)).toEqual([]);
  site.respond(blockFan, undefined, 'block');
  const dialog = await openDialog();
  site.respond(listBlocks, [{ userId, username, blockedAt: NEW_FAN.memberSince }]);
  await site.user.click(dialog.getByRole('button', { name: 'Block fan' }));
  const unblock = await screen.findByRole('button', { name: `Unblock ${username}` });
  expect(site.listCalls(blockFan).map(({ body }) => body)).toEqual([{ userId }]);
  site.respond(unblockFan, undefined, 'block');
  site.respond(listBlocks, []);
  await site.user.click(unblock);
  await screen.findByRole('button', { name: `Block ${username}` });
});

test('does not offer to block yourself', async () => {
  await openFan({ ...NEW_FAN, userId: FAN.id });
  expect(screen.queryByRole('button', { name: /block/i })).toBeNull();
});

test('shows that no fan has the name', async () => {
  const site = createTestSite();
  site.reject(getFan, FAN_NOT_FOUND, 404);
  await site.open('/fans/Nobody', FAN);
  await screen.findByRole('heading', { level: 1, name: "There's no fan with this name." });
});

test('offers to retry a failed load', async () => {
  const site = createTestSite();
  site.reject(getFan, 'Something went wrong.', 500);
  await site.open('/fans/Nobody', FAN);
  await screen.findByText('Something went wrong.');
  screen.getByRole('button', { name: /retry|try again/i });
});
