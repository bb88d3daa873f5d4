import { expect } from '@playwright/test';
import { listUsers, setUserRole } from '#contract/accounts.ts';
import { updateSetlistSong } from '#contract/setlists.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, play, setStatus } from './support/live-show.ts';
import { goOffline, goOnline } from './support/network.ts';
import { addShow, signUpFan } from './support/people.ts';
import { createThumb, findRow, findTool } from './support/phone-thumb.ts';

test("two administrators see each other's changes, and an offline edit overwrites neither", async ({
  site,
  admin,
  songs: [first, second, third, fourth],
}) => {
  const ben = await signUpFan(site.url, 'ben-of-the-hall', 'Ben of the Hall');
  const id = (await admin.call(listUsers)).find(({ email }) => email === ben.email)?.id ?? '';
  await admin.call(setUserRole, { params: { id }, body: { isAdmin: true } });
  const show = await addShow(admin, 'Two Thumbs', 20 * 60);
  await setStatus(admin, show, 'live');
  const [row] = await play(admin, show, [first, second]);
  const { page, context } = await site.visit({ as: admin, isPhone: true });
  const thumb = await createThumb(page);
  await page.goto(`/admin?show=${show.id}`);
  const { page: benPage } = await site.visit({ as: ben, isPhone: true });
  const benThumb = await createThumb(benPage);
  await benPage.goto(`/admin?show=${show.id}`);

  await expect(findRow(benPage, second.title)).toBeVisible();
  await benThumb.tap(findRow(benPage, second.title));
  await benThumb.tap(findTool(benPage, 'Segue >'));
  await expect(findRow(page, second.title)).toHaveAccessibleName(/segue/);
  await play(ben, show, [third]);
  await expect(findRow(page, third.title)).toBeVisible();

  await goOffline(context);
  await thumb.tap(findRow(page, first.title));
  await thumb.tap(findTool(page, 'Closer'));
  const body = { songId: fourth.id, version: row?.version };
  const params = { id: show.id, setlistSongId: row?.id ?? '' };
  await ben.call(updateSetlistSong, { params, body });
  await goOnline(context);
  const unsentChanges = page.getByRole('region', { name: 'Not yet sent' });
  await expect(unsentChanges.getByText(/^Ben of the Hall changed the song of/)).toBeVisible();
  expect((await fetchSetlist(admin, show))[0]).toMatchObject({
    songId: fourth.id,
    isCloser: false,
  });
  await findTool(page, 'Finish').tap();
  const finish = page.getByRole('alertdialog', { name: 'Finish the show?' });
  await expect(finish.getByText(`not yet resolved: “${first.title}”`)).toBeVisible();
  await thumb.tap(finish.getByRole('button', { name: 'Back to the setlist' }));
  await unsentChanges.getByRole('button', { name: `Discard ${first.title}` }).tap();
  await expect(unsentChanges).toHaveCount(0);
});
