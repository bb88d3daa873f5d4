import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { listTitles } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { createThumb, enterSong, findSetlist, listPlayedSongs } from './support/phone-thumb.ts';
import { expectToast } from './support/toast.ts';

test('a fan who is invited as a scribe enters a show on a phone until it closes', async ({
  site,
  admin,
}) => {
  const scribe = await signUpFan(site.url, 'sedge-scribe', 'Sedge Scribe');
  const fan = await signUpFan(site.url, 'reed-reader');
  const show = await addShow(admin, 'The Sedge Barn', 20);
  const [song] = await listPlayedSongs(admin, 1);
  if (!song) throw new Error('No song was played.');

  const { page: panel } = await site.visit({ as: admin });
  await panel.goto('/admin?tab=shows');
  await panel.getByRole('button', { name: `More actions for ${show.name}` }).click();
  await panel.getByRole('menuitem', { name: 'Scribes' }).click();
  const dialog = panel.getByRole('dialog', { name: `Scribes of ${show.name}` });
  await dialog.getByRole('button', { name: 'Invite a scribe' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await expect(dialog.getByText('Invitation, not accepted yet')).toBeVisible();

  const { page: phone } = await site.visit({ as: scribe, isPhone: true });
  const thumb = await createThumb(phone);
  await phone.goto(link);
  await expect(phone.getByRole('heading', { name: show.name })).toBeVisible();
  await phone.getByRole('button', { name: 'Become a scribe' }).click();
  await expectToast(phone, 'Success', "You're now a scribe");
  await expect(dialog.getByText('Sedge Scribe')).toBeVisible();

  await phone.getByRole('button', { name: 'Go live', exact: true }).click();
  await expect(findSetlist(phone).getByText('Nothing played yet.')).toBeVisible();
  await enterSong(phone, thumb, song);
  await expect.poll(() => listTitles(admin, show)).toEqual([song.title]);
  const { page: other } = await site.visit({ as: fan });
  await other.goto(`/live-setlist?show=${show.id}`);
  await expect(other.getByText(song.title).first()).toBeVisible();
  await expect(other.getByText('Setlist by Sedge Scribe')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Setlist Entry' })).toHaveCount(0);

  await findSetlist(phone).getByRole('button', { name: 'Finish' }).first().click();
  await phone.getByRole('button', { name: 'Close and score' }).click();
  await expect(
    phone.getByText("You're no longer a scribe for this show", { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByText('No scribes yet.')).toBeVisible();
});
