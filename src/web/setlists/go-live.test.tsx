import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { getNextSongs } from '#contract/odds.ts';
import { getLastSetlistChange } from '#contract/setlist-undo.ts';
import { addSetlistSong, getSetlist, type SetlistEntry } from '#contract/setlists.ts';
import { listShows, type Show, setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { SHOW_ID, setlistEntry } from '../../../tests/support/live-show-samples.ts';
import { ADMIN, sampleShow, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const START = Date.parse('2026-07-05T00:00:00Z');
const AN_HOUR_BEFORE = START - HOUR;
const TOO_EARLY = START - 2 * HOUR - MINUTE;

// Each test has its own administrator, because the queue outlives the page.
let admin = ADMIN;
let count = 0;
beforeEach(() => {
  count += 1;
  admin = { ...ADMIN, id: `00000003-0000-4000-8000-${String(count).padStart(12, '9')}` };
  vi.useFakeTimers({ toFake: ['Date'], now: AN_HOUR_BEFORE });
});
afterEach(() => vi.useRealTimers());

async function openSetlist(status: string, rows: SetlistEntry[] = [], now = AN_HOUR_BEFORE) {
  vi.setSystemTime(now);
  const site = createTestSite();
  let show: Show = sampleShow(0, { status, date: new Date(START).toISOString() });
  site.respond(listShows, () => [show]);
  site.respond(listSongs, [sampleSong(1), sampleSong(2)]);
  site.respond(getSetlist, () => rows);
  site.respond(getLastSetlistChange, undefined);
  site.respond(getNextSongs, []);
  const acceptGoLive = () =>
    site.respond(
      setShowStatus,
      () => {
        show = { ...show, status: 'live' };
        return show;
      },
      'show',
    );
  const acceptSong = () =>
    site.respond(
      addSetlistSong,
      () => {
        rows = [setlistEntry(1)];
        return setlistEntry(1);
      },
      'setlist',
    );
  acceptGoLive();
  acceptSong();
  await site.open(`/admin?show=${SHOW_ID}`, admin);
  const click = (name: string) => site.user.click(screen.getByRole('button', { name }));
  const chooseSong = async () => {
    await site.user.click(screen.getByRole('combobox', { name: 'Song' }));
    await site.user.click(await screen.findByRole('option', { name: 'Song 1' }));
  };
  const closeShow = () => {
    show = { ...show, status: 'closed' };
  };
  return { ...site, click, chooseSong, acceptGoLive, closeShow };
}

const findDialog = async () =>
  within(await screen.findByRole('alertdialog', { name: 'Go live early?' }));
const queryButton = (name: string) => screen.queryByRole('button', { name });

test('shows that an open show is not live, and goes live near its start without asking', async () => {
  const { click, expectToast, listCalls } = await openSetlist('open');
  screen.getByRole('heading', { name: "This show isn't live" });
  await click('Go live');
  await expectToast('Success', 'Show status updated successfully');
  expect(listCalls(setShowStatus).map(({ body }) => body)).toEqual([
    { status: 'live', from: 'open' },
  ]);
  expect(screen.queryByRole('heading', { name: "This show isn't live" })).toBeNull();
  screen.getByRole('button', { name: 'Finish' });
});

test('asks before going live more than two hours before the start, and shows the start time', async () => {
  const { user, click, expectToast, listCalls } = await openSetlist('open', [], TOO_EARLY);
  await click('Go live');
  const dialog = await findDialog();
  dialog.getByText(/starts on Sat, Jul 4 at 8:00 PM EDT\./);
  await user.click(dialog.getByRole('button', { name: 'Not yet' }));
  expect(listCalls(setShowStatus)).toEqual([]);
  await click('Go live');
  await user.click((await findDialog()).getByRole('button', { name: 'Go live' }));
  await expectToast('Success', 'Show status updated successfully');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('asks for confirmation before the status select goes live early', async () => {
  const { user, listCalls } = await openSetlist('open', [], TOO_EARLY);
  await user.selectOptions(screen.getByLabelText('Status'), 'live');
  const dialog = await findDialog();
  expect(listCalls(setShowStatus)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Not yet' }));
  expect(screen.getByLabelText('Status')).toHaveProperty('value', 'open');
});

test.each([
  ['open', [], { goLive: true, goLiveAndAdd: true, finish: false }],
  ['open', [setlistEntry(1)], { goLive: true, goLiveAndAdd: false, finish: false }],
  ['live', [], { goLive: false, goLiveAndAdd: false, finish: true }],
  ['closed', [], { goLive: false, goLiveAndAdd: false, finish: false }],
  ['postponed', [], { goLive: false, goLiveAndAdd: false, finish: false }],
])('for a show that is %s with the setlist %j, offers %j', async (status, rows, expected) => {
  await openSetlist(status, rows);
  expect({
    goLive: queryButton('Go live') !== null,
    goLiveAndAdd: queryButton('Go live and add') !== null,
    finish: queryButton('Finish') !== null,
  }).toEqual(expected);
});

test('adds the first song of an open show without going live', async () => {
  const { click, chooseSong, expectToast, listCalls } = await openSetlist('open');
  await chooseSong();
  await click('Add to setlist');
  await expectToast('Success', 'Song added to setlist');
  expect(listCalls(setShowStatus)).toEqual([]);
});

test('goes live, then adds the first song', async () => {
  const site = await openSetlist('open');
  await site.chooseSong();
  await site.click('Go live and add');
  await site.expectToast('Success', 'Song added to setlist');
  expect(site.listCalls(setShowStatus)).toHaveLength(1);
  expect(site.listCalls(addSetlistSong).map(({ body }) => body)).toMatchObject([
    { songId: sampleSong(1).id },
  ]);
  await screen.findByRole('button', { name: 'Finish' });
});

test('asks before going live early with the first song, and keeps the song if canceled', async () => {
  const site = await openSetlist('open', [], TOO_EARLY);
  await site.chooseSong();
  await site.click('Go live and add');
  await site.user.click((await findDialog()).getByRole('button', { name: 'Not yet' }));
  expect(screen.getByRole('combobox', { name: 'Song' })).toHaveProperty('value', 'Song 1');
  expect(site.listCalls(setShowStatus)).toEqual([]);
  await site.click('Go live and add');
  await site.user.click((await findDialog()).getByRole('button', { name: 'Go live and add' }));
  await site.expectToast('Success', 'Song added to setlist');
  expect(site.listCalls(setShowStatus)).toHaveLength(1);
});

test('adds nothing if going live fails, keeps the entry, and retries both', async () => {
  const site = await openSetlist('open');
  await site.chooseSong();
  site.fill(screen.getByLabelText('Notes (optional)'), 'By request');
  site.reject(setShowStatus);
  await site.click('Go live and add');
  await site.expectToast('Error', 'Failed to update show status');
  expect(site.listCalls(addSetlistSong)).toEqual([]);
  const unsent = within(screen.getByRole('region', { name: 'Not yet sent' }));
  unsent.getByText('Goes live first · Set 1 · By request');
  site.acceptGoLive();
  await site.click('Add Song 1 anyway');
  await site.expectToast('Success', 'Song added to setlist');
  expect(site.listCalls(setShowStatus)).toHaveLength(2);
  expect(site.listCalls(addSetlistSong)).toHaveLength(1);
});
