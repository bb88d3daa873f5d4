import { expect, type Page } from '@playwright/test';
import { createPost } from '#contract/forum-posts.ts';
import { createThread } from '#contract/forums.ts';
import { FRESH_SIGN_IN, FRESH_SIGN_IN_NEEDED } from '#contract/fresh-sign-in.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';
import { expectToast } from './support/toast.ts';

test.use({ dedicatedServer: true });

test('an administrator confirms their password to delete a show, and the audit log records it', async ({
  site,
  admin,
  songs,
}) => {
  const [first, second] = songs;
  const show = await addShow(admin, 'Doomed Night', 24 * 60);
  for (const handle of ['doomed-one', 'doomed-two'])
    await predict(await signUpFan(site.url, handle), show, [first, second]);
  await playWholeShow(admin, show, [first, second]);
  const { page } = await site.visit({ as: admin });
  await rejectFirstDeletion(page);

  await page.goto('/admin?tab=shows');
  await page.getByRole('button', { name: 'More actions for Doomed Night' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleteDialog = page.getByRole('alertdialog', { name: 'Delete “Doomed Night”?' });
  await expect(deleteDialog).toContainText(
    'This deletes 2 predictions, 2 scores, and 2 setlist songs.',
  );
  const remove = deleteDialog.getByRole('button', { name: 'Delete Show' });
  await expect(remove).toHaveCSS('background-color', await readColor(page, '--danger-fill'));
  await expect(deleteDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await remove.click();
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" });
  await confirmation.getByLabel('Password', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Error', 'Current password is incorrect');
  await confirmation.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Success', 'Show deleted successfully');
  await expect(deleteDialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'More actions for Doomed Night' })).toBeHidden();

  await page.getByRole('tab', { name: 'Setup' }).click();
  const log = page.getByRole('region', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toContainText('Show deleted');
  await settled(page);
  await log.getByLabel('What').selectOption('Show created');
  await log.getByLabel('Who').fill(admin.username.slice(0, 4));
  await log.getByRole('button', { name: 'Filter' }).click();
  await expect(log.getByText('Rows 1–1 of 1')).toBeVisible();
  await expect(log.getByRole('listitem').first()).toContainText('Doomed Night');
  await log.getByLabel('Who').fill('no such person');
  await page.keyboard.press('Enter');
  await expect(log.getByText('No records match')).toBeVisible();
  await log.getByRole('button', { name: 'Clear' }).click();
  await expect(log.getByText(/^Rows 1–/)).toBeVisible();
});

test('deleting a thread with replies or ending another session requires the password', async ({
  site,
  admin,
}) => {
  const fan = await signUpFan(site.url, 'answered');
  const thread = await fan.call(createThread, {
    body: { title: 'Doomed Thread', category: 'General', content: 'Mine.' },
  });
  await fan.call(createPost, { params: { id: thread.id }, body: { content: 'And mine.' } });
  const { page } = await site.visit({ as: admin });
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" });
  const confirm = async () => {
    await confirmation.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
  };
  await rejectFirstDeletion(page);
  await page.goto(`/forums/thread?id=${thread.id}`);
  const actions = page.getByRole('button', { name: 'Thread actions' });
  await expect(actions).toBeVisible();
  // The password prompt loads after the thread.
  await settled(page);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete thread' }).click();
  await page.getByRole('button', { name: 'Delete thread' }).click();
  await confirm();
  await expectToast(page, 'Success', 'Thread deleted successfully');

  await rejectFirstDeletion(page);
  await page.goto('/settings');
  const rows = page.getByRole('list', { name: 'Your sessions' }).getByRole('listitem');
  const signOutButtons = rows.getByRole('button', { name: /^Sign out/ });
  await expect(signOutButtons.first()).toBeVisible();
  await settled(page);
  await signOutButtons.first().click();
  await confirm();
  await expect(signOutButtons).toHaveCount(0);
});

/** Other tests set the server's clock instead. */
async function rejectFirstDeletion(page: Page): Promise<void> {
  let wasRejected = false;
  await page.route('**/api/**', (route) => {
    if (wasRejected || route.request().method() !== 'DELETE') return route.fallback();
    wasRejected = true;
    const body = { statusCode: 403, error: 'Forbidden', message: FRESH_SIGN_IN_NEEDED };
    return route.fulfill({ status: 403, json: { ...body, code: FRESH_SIGN_IN } });
  });
}

function readColor(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = `var(${name})`;
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return color;
  }, token);
}
