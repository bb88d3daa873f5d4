import { expect, type Page } from '@playwright/test';
import { listMyPredictions } from '#contract/predictions.ts';
import { type Show, updateShow } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { type Site, test } from './support/journey.ts';
import { predict } from './support/live-show.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { expectPicks } from './support/picks.ts';
import { expectToast } from './support/toast.ts';

async function lockIn(admin: Person, seconds: number, { id }: Show) {
  const date = new Date(Date.now() + (60 * 60 + seconds) * 1_000).toISOString();
  await admin.call(updateShow, { params: { id }, body: { date } });
}

test('a fan adds, sorts, drags and removes picks, reloads and submits the prediction', async ({
  site,
  admin,
  songs,
}) => {
  const [first, second, third] = songs;
  const show = await addShow(admin, 'The Countdown Club', 24 * 60);
  const { page } = await site.visit({ as: await signUpFan(site.url, 'soapwort') });
  await page.goto('/game');
  await page.getByRole('link', { name: `Make Prediction: ${show.name}` }).click();
  const submit = page.getByRole('button', { name: 'Submit Prediction' });
  await expect(submit).toBeDisabled();
  const search = page.getByPlaceholder('Search songs...');
  for (const song of [first, second, third]) {
    await search.fill(song.title.toUpperCase());
    await page.getByRole('button', { name: `Add ${song.title}`, exact: true }).click();
  }
  await expect(page.getByText('3 / 24', { exact: true })).toBeVisible();
  await expectPicks(page, [first, second, third]);
  await expect(page.getByRole('button', { name: `Add ${third.title}`, exact: true })).toHaveCount(
    0,
  );
  await page.getByRole('button', { name: `Move ${third.title} up` }).click();
  await expectPicks(page, [first, third, second]);
  await drag(page, first, second);
  await expectPicks(page, [third, second, first]);
  await page.getByRole('button', { name: `Remove ${second.title}` }).click();
  await expectPicks(page, [third, first]);
  await page.reload();
  await expectPicks(page, [third, first]);
  await submit.click();
  const message = 'Good luck! Check back after the show to see your score.';
  await expectToast(page, 'Prediction submitted!', message);
  await page.waitForURL('**/my-predictions');
});

test('a prediction is edited from its card, and every tab locks at the cutoff', async ({
  site,
  admin,
  songs,
}) => {
  const [first, second, third] = songs;
  const show = await addShow(admin, 'The Last Seconds', 24 * 60);
  const fan = await signUpFan(site.url, 'cloudberry');
  await predict(fan, show, [third, first]);
  const { page, context } = await site.visit({ as: fan });
  await page.goto('/my-predictions');
  await page.getByRole('link', { name: `Edit Prediction: ${show.name}` }).click();
  await expectPicks(page, [third, first]);
  await page.getByPlaceholder('Search songs...').fill(second.title);
  await page.getByRole('button', { name: `Add ${second.title}`, exact: true }).click();
  await page.getByRole('button', { name: 'Update Prediction' }).click();
  const updated = 'Your prediction has been updated successfully.';
  await expectToast(page, 'Prediction updated!', updated);
  const edit = page.getByRole('link', { name: `Edit Prediction: ${show.name}` });
  await expect(edit).toBeVisible();

  const cards = await context.newPage();
  await cards.goto('/my-predictions');
  const editOnCards = cards.getByRole('link', { name: `Edit Prediction: ${show.name}` });
  await expect(editOnCards).toBeVisible();
  await edit.click();
  await expectPicks(page, [third, first, second]);
  await lockIn(admin, 50, show);
  await expect(page.getByRole('timer').filter({ hasText: /00:00:\d\d/ })).toBeVisible();
  await lockIn(admin, 2, show);
  await expect(page.getByText('Predictions are closed for this show')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Update Prediction' })).toBeDisabled();
  const tools = page.getByRole('button', { name: /^(Add|Move|Remove) /, disabled: false });
  await expect(tools).toHaveCount(0);
  await expect(editOnCards).toHaveCount(0);
  await expect(cards.getByText('Pending', { exact: true })).toBeVisible();
  await cards.goto('/shows');
  await expect(
    cards
      .getByRole('article')
      .filter({ hasText: show.name })
      .getByRole('button', { name: 'Closed', disabled: true }),
  ).toBeVisible();
});

/** Without live updates, the page doesn't notice the show's new date. */
async function fillSheet(
  site: Site,
  fan: Person,
  { id }: Show,
  songs: readonly Song[],
): Promise<Page> {
  const { page } = await site.visit({ as: fan });
  await page.routeWebSocket('**/ws*', () => {});
  await page.goto(`/game?show=${id}`);
  for (const { title } of songs)
    await page.getByRole('button', { name: `Add ${title}`, exact: true }).click();
  return page;
}

test('a late submission stays on the page and succeeds after the show is postponed', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const fan = await signUpFan(site.url, 'laurel');
  const show = await addShow(admin, 'The Early Lock', 24 * 60);
  const page = await fillSheet(site, fan, show, [first, second]);
  await lockIn(admin, -5, show);
  const submit = page.getByRole('button', { name: 'Submit Prediction' });
  await submit.click();
  await expectToast(page, 'Submission failed', 'Predictions are closed for this show');
  await expect(
    page.getByRole('status').getByText('Predictions are closed for this show'),
  ).toBeVisible();
  await expectPicks(page, [first, second]);
  await lockIn(admin, 60 * 60, show);
  await page.reload();
  await expectPicks(page, [first, second]);
  await submit.click();
  await page.waitForURL('**/my-predictions');
});

test('a prediction from another device is edited instead, and the draft stays if the edit is rejected', async ({
  site,
  admin,
  songs: [first, second, third],
}) => {
  const fan = await signUpFan(site.url, 'borage');
  const show = await addShow(admin, 'The Other Device', 24 * 60);
  const page = await fillSheet(site, fan, show, [first, second]);
  await predict(fan, show, [third]);
  await page.getByRole('button', { name: 'Submit Prediction' }).click();
  const message = 'You already have a prediction for this show. You can edit it instead.';
  await expectToast(page, 'Submission failed', message);
  await page.waitForURL('**/game?show=*&edit=*');
  await expectPicks(page, [third]);
  await page.getByRole('button', { name: 'Use the draft' }).click();
  await expectPicks(page, [first, second]);
  await lockIn(admin, -5, show);
  await page.getByRole('button', { name: 'Update Prediction' }).click();
  await expectToast(page, 'Update failed', 'Predictions are closed for this show');
  await expectPicks(page, [first, second]);
  const [prediction] = await fan.call(listMyPredictions);
  expect(prediction?.songs.map(({ id }) => id)).toEqual([third.id]);
});

test('every page links a predicted show to the editor', async ({ site, admin, songs }) => {
  const fan = await signUpFan(site.url, 'mallow');
  const locked = await addShow(admin, 'The Locked Door', 50);
  const nextShow = await addShow(admin, 'The Next Stop', 70);
  const laterShow = await addShow(admin, 'The Stop After', 80);
  const picks = songs.slice(0, 3);
  const { id } = await predict(fan, nextShow, picks);
  const { page } = await site.visit({ as: fan });
  const findTicket = ({ name }: Show) => page.getByRole('article').filter({ hasText: name });
  await page.goto('/');
  for (const path of ['/', '/game', '/shows']) {
    await page.goto(path);
    // The dashboard collapses a long list, and other journeys add shows too.
    const showAll = page.getByRole('button', { name: /^Show all/ });
    await expect(findTicket(locked).first()).toBeVisible();
    if (await showAll.isVisible()) await showAll.click();
    const edit = findTicket(nextShow).getByRole('link', { name: 'Edit Prediction' });
    await expect(edit).toBeVisible();
    await expect(edit).toHaveAttribute('href', `/game?show=${nextShow.id}&edit=${id}`);
    await expect(findTicket(nextShow).getByText('3 / 24 songs', { exact: true })).toBeVisible();
    await expect(findTicket(locked).getByText('Closed', { exact: true }).last()).toBeVisible();
    await expect(findTicket(locked).getByRole('link', { name: /Prediction/ })).toHaveCount(0);
    await expect(
      findTicket(laterShow).getByRole('link', { name: 'Make Prediction' }),
    ).toBeVisible();
    if (path !== '/game') continue;
    const mainAction = page.getByRole('main').locator('article a.bg-lamp');
    await expect(mainAction).toHaveAttribute('aria-label', `Edit Prediction: ${nextShow.name}`);
  }

  await page.goto(`/game?show=${nextShow.id}`);
  await page.waitForURL(`**/game?show=${nextShow.id}&edit=${id}`);
  await expectPicks(page, picks);
  // The redirect replaced the history entry, so Back leaves the game.
  await page.goBack();
  await page.waitForURL('**/shows');
});

async function drag(page: Page, song: Song, target: Song) {
  const handle = (song: Song) => page.getByRole('button', { name: `Drag ${song.title}, position` });
  // The drag-and-drop code loads after the first render.
  await expect(handle(song)).toHaveAttribute('aria-roledescription', 'sortable');
  const [start, end] = [await handle(song).boundingBox(), await handle(target).boundingBox()];
  if (!start || !end) throw new Error('The picks are not visible.');
  const x = start.x + 10;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height / 2 + 10, { steps: 3 });
  await page.mouse.move(x, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
  // dnd-kit ignores clicks for 50 ms after a drop. Its timer runs before this one.
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 50))`);
}
