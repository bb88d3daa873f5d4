import { expect, type Page } from '@playwright/test';
import { createPost } from '#contract/forum-posts.ts';
import { createThread } from '#contract/forums.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { signUpFan } from './support/people.ts';

test.use({ dedicatedServer: true });

const TITLE = 'Who opens in Richmond?';
const FIRST_POST = [
  'My money is on the <img src=x onerror="alert(1)"> one.',
  'Not a link: javascript:alert(1)',
].join('\n');

const THREAD = { title: 'Which one closes?', category: 'Predictions', content: 'Mine.' } as const;

async function reply(page: Page, text: string) {
  await page.getByLabel('Your reply').fill(text);
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible();
}

test("a thread's draft survives a reload, and its post is plain text with safe links", async ({
  site,
}) => {
  const author = await signUpFan(site.url, 'maple');
  const { page } = await site.visit({ as: author });
  await page.goto('/forums');
  await expect(page.getByRole('heading', { name: 'No forum threads yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create the first thread' }).click();
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByText('Choose a category', { exact: true }).last()).toBeVisible();
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Category').selectOption('Predictions');
  await page.getByLabel('First post').fill(FIRST_POST);
  await expect(page.getByText('/ 255 characters')).toHaveCount(0);
  await checkAccessibility(page, 'forums/new');
  await page.reload();
  await expect(page.getByLabel('Category')).toHaveValue('Predictions');
  await expect(page.getByLabel('First post')).toHaveValue(FIRST_POST);
  await page.getByRole('button', { name: 'Create Thread' }).click();
  await expect(page.getByRole('heading', { name: TITLE })).toBeVisible();

  const opening = page.getByRole('article', { name: 'Post 1 by maple' });
  // `toHaveText` would normalize the line break.
  expect(await opening.locator('p').last().textContent()).toBe(FIRST_POST);
  await expect(opening.locator('img')).toHaveCount(0);
  await expect(opening.locator('p').last().getByRole('link')).toHaveCount(0);

  const id = new URL(page.url()).searchParams.get('id') ?? '';
  for (const content of ['Second', 'Third'])
    await author.call(createPost, { params: { id }, body: { content } });
  await reply(page, 'Proof: https://tapes.example/richmond_(1), and javascript:alert(1)');
  const links = page
    .getByRole('article', { name: 'Post 4 by maple' })
    .locator('p')
    .last()
    .getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('href', 'https://tapes.example/richmond_(1)');
  await expect(links).toHaveAttribute('rel', 'noopener nofollow ugc');
  await checkAccessibility(page, 'forums/thread');
});

test("two fans see each other's posts, edits and deletions live", async ({ site }) => {
  const author = await signUpFan(site.url, 'clover');
  const { id } = await author.call(createThread, { body: THREAD });
  const { page } = await site.visit({ as: author });
  const otherVisit = await site.visit({
    as: await signUpFan(site.url, 'juniper'),
    viewport: PHONE,
  });
  for (const reader of [page, otherVisit.page]) {
    await reader.goto(`/forums/thread?id=${id}`);
    await expect(reader.getByRole('article', { name: 'Post 1 by clover' })).toBeVisible();
  }
  await reply(page, 'Anyone?');
  await expect(otherVisit.page.getByRole('article', { name: 'Post 2 by clover' })).toBeVisible();
  await expect(otherVisit.page.getByText('New reply by clover')).toBeVisible();
  await reply(otherVisit.page, 'Lantern Street, surely');
  await expect(page.getByText('Lantern Street, surely')).toBeVisible();

  const myPost = page.getByRole('article', { name: 'Post 2 by clover' });
  await myPost.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your post').fill('Anyone at all?');
  await myPost.getByRole('button', { name: 'Save' }).click();
  await expect(otherVisit.page.getByText('Anyone at all?')).toBeVisible();
  await expect(otherVisit.page.getByText('edited')).toBeVisible();
  await myPost.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(otherVisit.page.getByText('Anyone at all?')).toHaveCount(0);
  await expect(otherVisit.page.getByRole('article', { name: 'Post 2 by juniper' })).toBeVisible();
  const opening = page.getByRole('article', { name: 'Post 1 by clover' });
  await expect(opening.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Thread actions' })).toHaveCount(0);
});

test('fans see an administrator pin, lock and delete a thread without a reload', async ({
  site,
  admin: administrator,
}) => {
  const author = await signUpFan(site.url, 'sorghum');
  const { id } = await author.call(createThread, { body: { ...THREAD, title: 'The wrong room' } });
  const otherVisit = await site.visit({ as: author });
  const { page } = await site.visit({ as: await signUpFan(site.url, 'larkspur') });
  const admin = await site.visit({ as: administrator });
  for (const reader of [otherVisit.page, admin.page]) await reader.goto(`/forums/thread?id=${id}`);
  for (const [action, badge] of [
    ['Pin', 'Pinned'],
    ['Lock', 'Locked'],
  ] as const) {
    await admin.page.getByRole('button', { name: 'Thread actions' }).click();
    await admin.page.getByRole('menuitem', { name: action }).click();
    await expect(admin.page.getByText(badge, { exact: true })).toBeVisible();
  }
  await expect(otherVisit.page.getByText('This thread is locked')).toBeVisible();
  await expect(otherVisit.page.getByLabel('Your reply')).toHaveCount(0);
  await page.goto('/forums');
  const pinned = page.getByRole('region', { name: 'Pinned' });
  await expect(pinned.getByRole('link', { name: 'The wrong room' })).toBeVisible();
  await checkAccessibility(page, 'forums');

  await admin.page.getByRole('button', { name: 'Thread actions' }).click();
  await admin.page.getByRole('menuitem', { name: 'Delete thread' }).click();
  await admin.page.getByRole('button', { name: 'Delete thread' }).click();
  await expect(otherVisit.page.getByRole('heading', { name: 'Thread not found.' })).toBeVisible();
  await expect(pinned).toHaveCount(0);
});
