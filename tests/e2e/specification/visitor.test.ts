import { expect, type Page } from '@playwright/test';
import { type Band, getBand } from '#contract/band.ts';
import { createThread } from '#contract/forums.ts';
import { createClient } from '../../../tools/api-client.ts';
import { test } from '../support/journey.ts';
import { type Person, signUpFan } from '../support/people.ts';

let band: Band;
let fan: Person;
test.beforeAll(async ({ site }) => {
  band = await createClient(site.url).startSession().call(getBand);
  fan = await signUpFan(site.url, 'mandevilla');
});

async function expectPage(page: Page, path: string, title: string) {
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page).toHaveTitle(`${title} · ${band.productName}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('paths match in any case and with a trailing slash', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
  const thread = await fan.call(createThread, {
    body: { title: 'Openers', category: 'General', content: 'Which one?' },
  });
  for (const [path, title] of [
    ['/SONG-database/', 'Song Database'],
    [`/Forums/Thread/?id=${thread.id}`, thread.title],
  ] as const)
    await expectPage(page, path, title);
});
