import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { fetchSetlist, play, setStatus } from './support/live-show.ts';
import { addShow } from './support/people.ts';
import { createThumb, findRow, findSetlist, findTool } from './support/phone-thumb.ts';

test('starting a set in the middle is one change that one tap undoes', async ({
  site,
  admin,
  songs,
}) => {
  const show = await addShow(admin, 'The Second Half', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 4), { setLabel: 'Set 1' });
  const { page } = await site.visit({ as: admin, isPhone: true });
  const thumb = await createThumb(page);
  await page.goto(`/admin?show=${show.id}`);
  const listSets = async () => (await fetchSetlist(admin, show)).map(({ setLabel }) => setLabel);
  for (const [beginsSet, set] of [
    ['Start a set', 'Set 2'],
    ['Start the encore', 'Encore'],
  ] as const) {
    await thumb.tap(findRow(page, songs[2].title));
    await thumb.tap(findTool(page, beginsSet));
    await expect.poll(listSets).toEqual(['Set 1', 'Set 1', set, set]);
    expect(thumb.takeEffort()).toEqual({ taps: 2, keys: 0 });
    const undo = findSetlist(page).getByRole('button', { name: `Undo: started ${set} with ` });
    await thumb.tap(undo);
    await expect.poll(listSets).toEqual(Array(4).fill('Set 1'));
    // The server applies the undo first. Until the page updates, it has old row versions.
    await expect(findSetlist(page).getByRole('listitem').filter({ hasText: set })).toHaveCount(0);
    expect(thumb.takeEffort()).toEqual({ taps: 1, keys: 0 });
  }
});
