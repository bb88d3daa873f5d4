import { expect } from '@playwright/test';
import { undoSetlistChange } from '#contract/setlist-undo.ts';
import { test } from './support/journey.ts';
import { fetchSetlist, listTitles, play, setStatus } from './support/live-show.ts';
import { intercept } from './support/network.ts';
import { addShow } from './support/people.ts';
import {
  createThumb,
  type Effort,
  findField,
  findRow,
  findSetlist,
  findTool,
  listPlayedSongs,
} from './support/phone-thumb.ts';

test('an administrator corrects a setlist of 24 songs with one thumb and undoes each change', async ({
  site,
  admin,
}, { annotations }) => {
  test.slow();
  const show = await addShow(admin, 'The Second Thought', 20 * 60);
  const bystander = await addShow(admin, 'The Bystander', 30 * 60);
  const songs = await listPlayedSongs(admin, 24);
  await setStatus(admin, show, 'live');
  await play(admin, show, songs);
  const titles = songs.map(({ title }) => title);
  const { page } = await site.visit({ as: admin, isPhone: true });
  const thumb = await createThumb(page);
  await page.goto(`/admin?show=${show.id}`);
  await expect(findRow(page, titles.at(-1) ?? '')).toBeVisible();
  const queue = page.getByRole('region', { name: 'Not yet sent' });
  const rows = findSetlist(page).getByRole('listitem');
  const corrections: Record<string, Effort> = {};

  async function makeCorrection(
    name: string,
    action: () => Promise<void>,
    expected?: readonly string[],
  ) {
    thumb.takeEffort();
    await action();
    corrections[name] = thumb.takeEffort();
    if (expected)
      await expect.poll(() => listTitles(admin, show), { message: name }).toEqual(expected);
  }
  const tapRow = (title: string) => thumb.tap(findRow(page, title));
  const undoLast = async (name: string) => {
    const undo = findSetlist(page).getByRole('button', { name: /^Undo: / });
    await makeCorrection(`undo of ${name}`, () => thumb.tap(undo), titles);
    await expect(queue).toHaveCount(0);
    // The server applies the undo before the page moves its rows.
    await expect(rows).toHaveCount(titles.length);
    await expect(rows).toContainText(titles);
  };
  const [first = '', second = '', third = ''] = titles;
  const lastTitle = titles.at(-1) ?? '';

  const newTitle = 'Zephyr Over Quiet Water';
  await makeCorrection('unknown song', async () => {
    await thumb.tap(findField(page));
    await expect(findField(page)).toBeFocused();
    for (const letter of newTitle) await thumb.press(letter === ' ' ? 'Space' : letter);
    await thumb.tap(page.getByRole('button', { name: `Create “${newTitle}” and add` }));
  }, [...titles, newTitle]);
  await undoLast('an added song');

  await makeCorrection('closer after the last song', async () => {
    await tapRow(lastTitle);
    await thumb.tap(findTool(page, 'Closer'));
  });
  const isCloser = async () => (await fetchSetlist(admin, show)).at(-1)?.isCloser;
  await expect.poll(isCloser).toBe(true);
  await undoLast('a closer');
  await expect.poll(isCloser).toBe(false);

  await makeCorrection('segue', async () => {
    await tapRow(first);
    await thumb.tap(findTool(page, 'Segue >'));
  });
  const isSegue = async () => (await fetchSetlist(admin, show))[0]?.segue;
  await expect.poll(isSegue).toBe(true);
  await undoLast('a segue');
  await expect.poll(isSegue).toBe(false);

  await makeCorrection('move from the first place to the last', async () => {
    await tapRow(first);
    await thumb.tap(findTool(page, 'Move'));
    await expect(page.getByRole('region', { name: `Move ${first}` })).toBeVisible();
    await tapRow(lastTitle);
  }, [...titles.slice(1), first]);
  // A slow undo is listed as not sent. The list then disappears, and the first rows stay in view.
  const stopDelaying = await intercept(page, undoSetlistChange, async (route) => {
    await expect(queue).toBeVisible();
    await route.continue();
  });
  await undoLast('a move');
  await stopDelaying();

  const likeliest = page.getByRole('group', { name: 'Likely songs' }).getByRole('button').first();
  await makeCorrection('replace', async () => {
    await tapRow(second);
    await thumb.tap(findTool(page, 'Replace'));
    await thumb.tap(likeliest);
  });
  await expect.poll(async () => (await listTitles(admin, show))[1]).not.toBe(second);
  await undoLast('a replaced song');

  await makeCorrection('insert', async () => {
    await tapRow(third);
    await thumb.tap(findTool(page, 'Insert before'));
    await thumb.tap(likeliest);
  });
  await expect.poll(async () => (await listTitles(admin, show)).length).toBe(25);
  await undoLast('an insertion');

  await makeCorrection(
    'remove',
    async () => {
      await tapRow(second);
      await thumb.tap(findTool(page, 'Remove'));
      await thumb.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Remove song' }));
    },
    titles.filter((title) => title !== second),
  );
  await undoLast('a removal');

  expect(await listTitles(admin, show)).toEqual(titles);
  expect(await listTitles(admin, bystander)).toEqual([]);
  annotations.push({ type: 'counted', description: JSON.stringify(corrections) });
  const { 'unknown song': unknown, ...others } = corrections;
  expect(unknown).toMatchObject({ keys: 'Zephyr Over Quiet Water'.length });
  expect(unknown?.taps).toBeLessThanOrEqual(3);
  for (const [name, { taps, keys }] of Object.entries(others))
    expect([taps <= 3, keys], name).toEqual([true, 0]);
});
