import { expect, type Page } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { type Stage, test } from './support/journey.ts';
import { type Person, signIn, signInAdmin, signUpFan } from './support/people.ts';
import type { openVisit } from './support/visit.ts';

const TITLE = 'Who opens in Richmond?';
const FIRST_POST = [
  'My money is on the <img src=x onerror="alert(1)"> one.',
  'Proof: https://tapes.example/richmond_(1), and javascript:alert(1)',
].join('\n');

async function visit(stage: Stage, person: Person, options: Parameters<typeof openVisit>[2] = {}) {
  const opened = await stage.visit(options);
  await signIn(opened.page, person);
  await opened.page.goto('/');
  return opened;
}

async function reply(page: Page, text: string) {
  await page.getByLabel('Your reply').fill(text);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
}

test('fans talk in a thread and see each other live; an administrator keeps order', async ({
  stage,
}) => {
  const author = await visit(stage, await signUpFan(stage.url, 'marigold'));
  const other = await visit(stage, await signUpFan(stage.url, 'juniper'), { viewport: PHONE });
  const admin = await visit(stage, await signInAdmin(stage.url));

  const { page } = author;
  await page.goto('/forums');
  await expect(page.getByRole('heading', { name: 'No forum threads yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create the first thread' }).click();
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByText('Choose a category', { exact: true }).last()).toBeVisible();
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Category').selectOption('Predictions');
  await page.getByLabel('First post').fill(FIRST_POST);
  await expect(page.getByText('22 / 255 characters')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Category')).toHaveValue('Predictions');
  await expect(page.getByLabel('First post')).toHaveValue(FIRST_POST);
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  const opening = page.getByRole('article', { name: 'Post 1 by marigold' });
  await expect(opening.locator('p').last()).toHaveText(FIRST_POST);
  await expect(opening.locator('img')).toHaveCount(0);
  const links = opening.getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('href', 'https://tapes.example/richmond_(1)');
  await expect(links).toHaveAttribute('rel', 'noopener nofollow ugc');

  await other.page.goto('/forums');
  await other.page.getByRole('link', { name: TITLE }).click();
  await expect(other.page.getByRole('article', { name: 'Post 1 by marigold' })).toBeVisible();
  await reply(page, 'Anyone?');
  await expect(other.page.getByRole('article', { name: 'Post 2 by marigold' })).toBeVisible();
  await expect(other.page.getByText('New reply by marigold')).toBeVisible();
  await reply(other.page, 'Lantern Street, surely');
  await expect(page.getByText('Lantern Street, surely')).toBeVisible();

  const mine = page.getByRole('article', { name: 'Post 2 by marigold' });
  await mine.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your post').fill('Anyone at all?');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(other.page.getByText('Anyone at all?')).toBeVisible();
  await expect(other.page.getByText('edited')).toBeVisible();
  await mine.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(other.page.getByText('Anyone at all?')).toHaveCount(0);
  await expect(other.page.getByRole('article', { name: 'Post 2 by juniper' })).toBeVisible();
  await expect(opening.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Thread actions' })).toHaveCount(0);

  await admin.page.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  for (const [action, badge] of [
    ['Pin', 'Pinned'],
    ['Lock', 'Locked'],
  ] as const) {
    await admin.page.getByRole('button', { name: 'Thread actions' }).click();
    await admin.page.getByRole('menuitem', { name: action }).click();
    await expect(admin.page.getByText(badge, { exact: true })).toBeVisible();
  }
  await expect(other.page.getByText('This thread is locked')).toBeVisible();
  await expect(other.page.getByLabel('Your reply')).toHaveCount(0);
  await page.goto('/forums');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link', { name: TITLE })).toBeVisible();
  await expect(pinned.getByText('1 reply')).toBeVisible();

  await admin.page.getByRole('button', { name: 'Thread actions' }).click();
  await admin.page.getByRole('menuitem', { name: 'Delete thread' }).click();
  await admin.page.getByRole('button', { name: 'Delete thread' }).click();
  await expect(other.page.getByRole('heading', { name: 'Thread not found.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No forum threads yet' })).toBeVisible();
});
