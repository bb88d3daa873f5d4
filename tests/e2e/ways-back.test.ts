import { beforeAll, expect, test } from 'vitest';
import { signInByForm, withoutFacts } from '../support/browser.ts';
import { type Person, signUpFan } from './support/people.ts';
import { openStage } from './support/stage.ts';

const stage = openStage();
let fan: Person;
beforeAll(async () => {
  fan = await signUpFan(stage.url, 'campion');
});

test('a page whose code is gone after an update offers to load it again', async () => {
  const { page, context } = await stage.visit();
  await signInByForm(page, fan);
  await page.route('**/assets/settings-page-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Something fell over back here' }).waitFor();

  // The frame stands, and leads elsewhere.
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /About/ }).waitFor();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.unroute('**/assets/settings-page-*.js');
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.getByRole('heading', { name: 'Account Settings' }).waitFor();

  // The frame itself can be what is gone.
  await page.route('**/assets/frame-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/shows');
  await page.getByRole('heading', { name: 'Something fell over back here' }).waitFor();
  await page.unroute('**/assets/frame-*.js');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await page.getByRole('heading', { name: 'Welcome back, campion!' }).waitFor();
  await context.close();
});

test('an address of no page says so, to everybody', async () => {
  const { page, context, complaints } = await stage.visit();
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'Not on the setlist' }).waitFor();
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await page.getByRole('link', { name: 'Start Playing' }).first().waitFor();
  await signInByForm(page, fan);
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'Not on the setlist' }).waitFor();
  await page.getByRole('navigation').first().waitFor();
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await page.getByRole('heading', { name: 'Welcome back, campion!' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a visitor is told why they are to sign in, and gets to the page by a new account, too', async () => {
  const { page, context, complaints } = await stage.visit();
  const why = page.getByText('The page you asked for is for signed-in fans.');
  await page.goto('/login');
  await page.getByText('Your picks are where you left them.').waitFor();
  expect(await why.count()).toBe(0);
  await page.goto('/song-database?tab=tours');
  await why.waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create Account' }).waitFor();
  await why.waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Sign In' }).waitFor();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Email').fill('sorrel@example.com');
  await page.getByLabel('Username').fill('sorrel');
  await page.getByLabel('Password', { exact: true }).fill('a good long one');
  await page.getByLabel('Confirm password').fill('a good long one');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('heading', { name: 'Song Database' }).waitFor();
  expect(page.url()).toBe(`${stage.url}/song-database?tab=tours`);
  expect(complaints).toEqual([]);
  await context.close();
});

test('who is no administrator reads that on the panel, with a way back', async () => {
  const { page, context, complaints } = await stage.visit();
  await signInByForm(page, fan);
  await page.goto('/Admin/');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText('You do not have permission to access the admin panel').waitFor();
  await page.getByRole('link', { name: 'Back to the dashboard' }).click();
  await page.getByRole('heading', { name: 'Welcome back, campion!' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('while it is unknown who reads, a placeholder stands there; no server, a sentence and a button', async () => {
  const { page, context, complaints } = await stage.visit();
  await signInByForm(page, fan);
  await withoutFacts(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    await asked;
    await route.abort();
  });
  await page.goto('/shows');
  await page.getByRole('status').getByText('Loading the page').waitFor({ state: 'attached' });
  answer();
  await page.getByText("The server can't be reached. Your connection may be down.").waitFor();
  await page.unroute('**/api/auth/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Show Schedule' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
