import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { getShowOdds } from '#contract/odds.ts';
import { createPrediction, getPrediction, listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listShows } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { setlistEntry } from '../../../../tests/support/live-show-samples.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleSong,
} from '../../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../../tests/support/test-site.tsx';

const songs = Array.from({ length: 40 }, (_, index) => sampleSong(index + 1));
const SHOW = sampleShow(30);
const OTHER_SHOW_ID = SHOW.id.replace(/.$/, '9');
const PAST_SHOW = sampleShow(-300, { id: OTHER_SHOW_ID, name: 'The Long Barn', status: 'closed' });
const odds = songs.slice(0, 30).map(({ id }) => ({ songId: id, chance: 0.5 }));

async function openStartFrom(picks: number[] = []) {
  const site = createTestSite();
  const prediction = samplePrediction(SHOW, picks);
  const isEdit = picks.length > 0;
  const older = samplePrediction(PAST_SHOW, [7], { submittedAt: '2026-05-01T00:00:00.000Z' });
  const last = { ...samplePrediction(PAST_SHOW, [3, 4, 5]), id: OTHER_SHOW_ID };
  site.respond(getShow, SHOW);
  site.respond(listSongs, songs);
  site.respond(listShows, [SHOW, PAST_SHOW]);
  site.respond(listMyPredictions, [older, last, ...(isEdit ? [prediction] : [])]);
  if (isEdit) site.respond(getPrediction, prediction);
  await site.open(`/game?show=${SHOW.id}${isEdit ? `&edit=${prediction.id}` : ''}`, FAN);
  const press = async (name: string | RegExp) =>
    site.user.click(await screen.findByRole('button', { name }));
  await press('Start from...');
  return { ...site, press };
}

const listTitles = (names: RegExp) =>
  screen
    .queryAllByRole('button', { name: names })
    .map((button) => button.getAttribute('aria-label')?.replace(names, '') ?? '');
const listPicks = () => listTitles(/^Remove /);
const findSongs = async () => {
  const list = within(await screen.findByRole('list', { name: 'Songs to start from' }));
  return list.getAllByRole('listitem').map((row) => row.textContent?.match(/Song \d+/)?.[0] ?? '');
};

test.each([
  [[], 'Choose where the songs come from.'],
  [[1], "You'll confirm before it replaces your song."],
  [[1, 2], "You'll confirm before it replaces your 2 songs."],
])('with the songs %j on the sheet, shows %j', async (picks, text) => {
  await openStartFrom(picks);
  await screen.findByText(text);
});

test('fills an empty sheet from the last prediction, and clears it again', async () => {
  const { press } = await openStartFrom();
  await press(/^My last prediction.*3 songs for The Long Barn/);
  expect(await findSongs()).toEqual(['Song 3', 'Song 4', 'Song 5']);
  expect(listPicks()).toEqual([]);
  await press('Use these 3 songs');
  expect(listPicks()).toEqual(['Song 3', 'Song 4', 'Song 5']);
  await press('Clear the sheet');
  expect(listPicks()).toEqual([]);
  await press('Bring back my 3 songs');
  expect(listPicks()).toEqual(['Song 3', 'Song 4', 'Song 5']);
});

test('adds a past setlist to the songs on the sheet, or replaces the songs and restores them', async () => {
  const { respond, press } = await openStartFrom([1, 4]);
  const played = [5, 4, 6, 5].map((number, index) => setlistEntry(index + 1, { song: number }));
  respond(getSetlist, played);
  await press(/^A past setlist/);
  await press(/^The Long Barn/);
  expect(await findSongs()).toEqual(['Song 5', 'Song 4', 'Song 6']);
  await press('Keep my 2 songs, add 2');
  expect(listPicks()).toEqual(['Song 1', 'Song 4', 'Song 5', 'Song 6']);
  await press('Undo changes');
  expect(listPicks()).toEqual(['Song 1', 'Song 4']);

  await press('Start from...');
  await press(/^A past setlist/);
  await press(/^The Long Barn/);
  await press('Replace my 2 songs');
  expect(listPicks()).toEqual(['Song 5', 'Song 4', 'Song 6']);
  await press('Remove Song 5');
  await press('Bring back my 2 songs');
  expect(listPicks()).toEqual(['Song 1', 'Song 4']);
});

test('rerolls all but the pinned songs, and changes the sheet only at the end', async () => {
  const { respond, press } = await openStartFrom([31]);
  respond(getShowOdds, odds);
  await press(/^Surprise me/);
  const firstRoll = await findSongs();
  expect(firstRoll).toHaveLength(24);
  const kept = firstRoll[2] ?? '';
  await press(`Pin ${kept}`);
  await press('Roll again');
  const secondRoll = await findSongs();
  expect(secondRoll[2]).toBe(kept);
  expect(secondRoll).not.toEqual(firstRoll);
  expect(new Set(secondRoll).size).toBe(24);
  expect(listTitles(/^Remove /)).toEqual([]);
  await press('Keep my song, add 23');
  expect(listPicks()).toHaveLength(24);
  expect(listPicks()[0]).toBe('Song 31');
  expect(listPicks()).toContain(kept);
});

test.each([
  ['with its origin', false, { origin: 'surprise' }],
  ['without an origin after an edit', true, {}],
])('submits a surprise %s', async (_, isEdited, origin) => {
  const { respond, press, listCalls } = await openStartFrom();
  respond(getShowOdds, odds);
  respond(createPrediction, samplePrediction(SHOW, [1]));
  await press(/^Surprise me/);
  const [first] = await findSongs();
  await press('Use these 24 songs');
  if (isEdited) await press(`Remove ${first}`);
  await press('Submit Prediction');
  const [submission] = listCalls(createPrediction);
  const songIds = expect.objectContaining({ length: isEdited ? 23 : 24 });
  expect(submission?.body).toEqual({ showId: SHOW.id, songIds, ...origin });
});

test('waits for the odds, and can be canceled while it waits', async () => {
  const { respond, holdResponse, press } = await openStartFrom([1]);
  respond(getShowOdds, odds);
  const release = holdResponse(getShowOdds);
  await press(/^Surprise me/);
  await screen.findByText('Calculating the odds. This can take up to a minute.');
  await press('Back');
  await screen.findByRole('button', { name: /^Surprise me/ });
  await press('Close');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await release();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(listPicks()).toEqual(['Song 1']);
});

test('explains that a show has no odds, or no setlist', async () => {
  const { respond, fill, press } = await openStartFrom();
  respond(getShowOdds, []);
  respond(getSetlist, []);
  await press(/^Surprise me/);
  await screen.findByText('No odds for this show yet');
  await press('Back');
  await press(/^A past setlist/);
  const pastShows = within(await screen.findByRole('list', { name: 'Past shows' }));
  expect(pastShows.getAllByRole('button')).toHaveLength(1);
  fill(screen.getByPlaceholderText('Search shows...'), 'harbor');
  await screen.findByText('No shows match your search');
  fill(screen.getByPlaceholderText('Search shows...'), 'barn');
  await press(/^The Long Barn/);
  await screen.findByText('This show has no setlist');
});
