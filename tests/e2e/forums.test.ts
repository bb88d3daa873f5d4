import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type openVisit, PHONE, signInByForm } from '../support/browser.ts';
import { type Person, signInAdmin, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();

const TITLE = 'Who opens in Richmond?';
const FIRST_POST = [
  'My money is on the <img src=x onerror="alert(1)"> one.',
  'Proof: https://tapes.example/richmond_(1), and javascript:alert(1)',
].join('\n');

async function visit(person: Person, options: Parameters<typeof openVisit>[2] = {}) {
  const opened = await stage.visit(options);
  await signInByForm(opened.page, person);
  return opened;
}

async function reply(page: Page, text: string) {
  await page.getByLabel('Your reply').fill(text);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await page.getByRole('article').filter({ hasText: text }).waitFor();
}

test('fans talk in a thread and see each other live; an administrator keeps order', async () => {
  const author = await visit(await signUpFan(stage.url, 'marigold'));
  const other = await visit(await signUpFan(stage.url, 'juniper'), { viewport: PHONE });
  const admin = await visit(await signInAdmin(stage.url));
  const people = [author, other, admin];

  const { page } = author;
  await page.goto('/forums');
  await page.getByRole('heading', { name: 'No forum threads yet' }).waitFor();
  await page.getByRole('link', { name: 'Create the first thread' }).click();
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await page.getByText('Choose a category', { exact: true }).last().waitFor();
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Category').selectOption('Predictions');
  await page.getByLabel('First post').fill(FIRST_POST);
  await page.getByText('22 / 255 characters').waitFor();
  await page.reload();
  expect(await page.getByLabel('Category').inputValue()).toBe('Predictions');
  expect(await page.getByLabel('First post').inputValue()).toBe(FIRST_POST);
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await page.getByRole('heading', { name: TITLE }).waitFor();

  const opening = page.getByRole('article', { name: 'Post 1 by marigold' });
  expect(await opening.locator('p').last().textContent()).toBe(FIRST_POST);
  expect(await opening.locator('img').count()).toBe(0);
  const links = opening.getByRole('link');
  expect(await links.count()).toBe(1);
  expect(await links.getAttribute('href')).toBe('https://tapes.example/richmond_(1)');
  expect(await links.getAttribute('rel')).toBe('noopener nofollow ugc');

  await other.page.goto('/forums');
  await other.page.getByRole('link', { name: TITLE }).click();
  await other.page.getByRole('article', { name: 'Post 1 by marigold' }).waitFor();
  await reply(page, 'Anyone?');
  await other.page.getByRole('article', { name: 'Post 2 by marigold' }).waitFor();
  await other.page.getByText('New reply by marigold').waitFor();
  await reply(other.page, 'Lantern Street, surely');
  await page.getByText('Lantern Street, surely').waitFor();

  const mine = page.getByRole('article', { name: 'Post 2 by marigold' });
  await mine.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your post').fill('Anyone at all?');
  await mine.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('Anyone at all?').waitFor();
  await other.page.getByText('edited').waitFor();
  await mine.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await other.page.getByText('Anyone at all?').waitFor({ state: 'detached' });
  await other.page.getByRole('article', { name: 'Post 2 by juniper' }).waitFor();
  expect(await opening.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Thread actions' }).count()).toBe(0);

  await admin.page.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  for (const [action, badge] of [
    ['Pin', 'Pinned'],
    ['Lock', 'Locked'],
  ] as const) {
    await admin.page.getByRole('button', { name: 'Thread actions' }).click();
    await admin.page.getByRole('menuitem', { name: action }).click();
    await admin.page.getByText(badge, { exact: true }).waitFor();
  }
  await other.page.getByText('This thread is locked').waitFor();
  expect(await other.page.getByLabel('Your reply').count()).toBe(0);
  await page.goto('/forums');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await pinned.getByRole('link', { name: TITLE }).waitFor();
  await pinned.getByText('1 reply').waitFor();

  await admin.page.getByRole('button', { name: 'Thread actions' }).click();
  await admin.page.getByRole('menuitem', { name: 'Delete thread' }).click();
  await admin.page.getByRole('button', { name: 'Delete thread' }).click();
  await other.page.getByRole('heading', { name: 'Thread not found.' }).waitFor();
  await page.getByRole('heading', { name: 'No forum threads yet' }).waitFor();
  for (const { complaints, context } of people) {
    expect(complaints).toEqual([]);
    await context.close();
  }
}, 120_000);
