import { expect } from '@playwright/test';
import { createPost } from '#contract/forum-posts.ts';
import { createThread } from '#contract/forums.ts';
import { PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { test } from './support/journey.ts';
import { expectFocus, pressEscape, tabTo } from './support/keyboard.ts';
import { signUpFan } from './support/people.ts';
import { dismissToast, expectToast, findToast } from './support/toast.ts';

test("a fan's report leads to a decision that its author and the fan see", async ({
  site,
  admin: administrator,
}) => {
  const author = await signUpFan(site.url, 'ragwort');
  const thread = await author.call(createThread, {
    body: { title: 'Tapes to trade', category: 'General', content: 'Who has Richmond?' },
  });
  const content = 'Buy mine, you cheapskates.';
  await author.call(createPost, { params: { id: thread.id }, body: { content } });
  const fan = await site.visit({ as: await signUpFan(site.url, 'sedge'), viewport: PHONE });
  const writer = await site.visit({ as: author });
  for (const { page } of [fan, writer]) await page.goto(`/forums/thread?id=${thread.id}`);

  const post = fan.page.getByRole('article', { name: 'Post 2 by ragwort' });
  const report = post.getByRole('button', { name: 'Report this post' });
  await tabTo(fan.page, report);
  await fan.page.keyboard.press('Enter');
  const dialog = fan.page.getByRole('dialog', { name: 'Report this post' });
  await expectFocus(dialog.getByLabel('Reason'));
  await checkAccessibility(fan.page, 'forums/thread: Report');
  await pressEscape(fan.page);
  await expectFocus(report);
  await report.click();
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText('Choose a reason', { exact: true }).last()).toBeVisible();
  await dialog.getByLabel('Reason').selectOption('Insults or harassment');
  await dialog.getByLabel('Details (optional)').fill('In every thread.');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expectFocus(report);
  await expectToast(fan.page, 'Reported', 'A moderator will look at it.');
  await expect(post).toContainText(content);

  const { page } = await site.visit({ as: administrator });
  await page.goto('/admin?tab=reports');
  const item = page.getByRole('article', { name: 'Post by ragwort' });
  await expect(item).toContainText(content);
  await expect(item).toContainText('1 report · Insults or harassment');
  await expect(item).toContainText('In every thread.');
  await checkAccessibility(page, 'admin: Reports');
  await item.getByRole('button', { name: 'Warn or mute' }).click();
  await page.getByLabel('Decision').selectOption('Mute for 7 days');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(page.getByText('No open reports')).toBeVisible();

  await expect(post).toContainText('Hidden by a moderator');
  await expect(post).not.toContainText(content);
  const notice = writer.page.getByRole('region', { name: 'From a moderator' });
  await expect(notice).toContainText(/^A moderator muted you until .* UTC for your post\./);
  const ownPost = writer.page.getByRole('article', { name: 'Post 2 by ragwort' });
  await expect(ownPost).toContainText(content);
  await expect(ownPost).toContainText('Hidden by a moderator');
  await writer.page.getByLabel('Your reply').fill('But why?');
  await writer.page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(findToast(writer.page)).toContainText(
    /muted you until .* Until then you can't post/,
  );
  await dismissToast(writer.page);
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
});
