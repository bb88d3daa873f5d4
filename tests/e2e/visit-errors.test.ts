import { expect } from '@playwright/test';
import { test } from './support/journey.ts';
import { openVisit } from './support/visit.ts';

const PAGE_WITH_ERRORS = `data:text/html,<img src="https://elsewhere.example/pixel.png"><script>
  console.error('printed');
  setTimeout(() => { throw new Error('thrown'); });
</script>`;

test('a visit records logged and thrown errors and requests to other hosts', async ({
  browser,
  site,
}) => {
  const { page, context, errors } = await openVisit(browser, site.url);
  await page.goto(PAGE_WITH_ERRORS);
  const expected = ['printed', 'requested https://elsewhere.example/pixel.png', 'uncaught: thrown'];
  await expect.poll(() => errors.toSorted()).toEqual(expected);
  await page.goto(`${site.url}/about`);
  expect(errors).toHaveLength(expected.length);
  await context.close();
});
