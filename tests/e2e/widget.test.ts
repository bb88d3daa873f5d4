import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { PHONE } from '../support/browser.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { addShow, signUpFan } from './support/people.ts';

/** The page has another origin, and its policy allows only the site's script and requests. */
async function openHostPage(html: (site: string) => string, policy: string, site: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-security-policy', policy);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><head><title>The band</title></head>
      <body><main><h1>The band</h1>${html(site)}</main></body></html>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const script = (site: string, show: string) =>
  `<script src="${site}/widget.js" data-show="${show}"></script>`;

test('a page of another origin with a strict CSP shows the next show, then its songs, without cookies', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const fan = await signUpFan(site.url, 'widgeteer');
  const show = await addShow(admin, 'The Embedded Hall', 2 * 60);
  await predict(fan, show, [first, second]);
  const host = await openHostPage(
    (url) => script(url, 'next') + script(url, 'live'),
    `default-src 'none'; script-src ${site.url}; connect-src ${site.url}`,
    site.url,
  );
  const { page, context } = await site.visit({ viewport: PHONE });
  await page.clock.install();
  await page.goto(host.url);
  const next = page.getByRole('region', { name: 'Called It: next show' });
  await expect(next.getByText('The Embedded Hall')).toBeVisible();
  await expect(next.getByRole('timer')).toHaveText(
    /^Predictions lock in (59 min \d+ s|1 h 0 min)$/,
  );
  const link = next.getByRole('link', { name: 'Predict the setlist' });
  expect(await link.getAttribute('href')).toBe(`${site.url}/predict`);
  const padding = await next.evaluate((element) => getComputedStyle(element).padding);
  expect(padding, 'the styles apply').toBe('16px');
  await expect(
    page.getByRole('region', { name: 'Called It: live setlist' }).getByText('No show is live'),
  ).toBeVisible();

  await setStatus(admin, show, 'live');
  await play(admin, show, [first]);
  await page.clock.runFor(70_000);
  const live = page.getByRole('region', { name: 'Called It: live now' }).last();
  await expect(live.getByRole('listitem')).toHaveText([first.title]);
  await expect(live.getByRole('row', { name: /widgeteer 41/ })).toBeVisible();
  await play(admin, show, [second]);
  await page.clock.runFor(20_000);
  await expect(live.getByRole('listitem')).toHaveText([first.title, second.title]);
  await expect(live.getByRole('status')).toHaveText(`Now playing: ${second.title}`);
  expect(await context.cookies()).toEqual([]);
  await setStatus(admin, show, 'closed');
  host.close();
});

test('a page without scripts shows the last show in a frame', async ({ site, admin, songs }) => {
  const fan = await signUpFan(site.url, 'framed');
  const show = await addShow(admin, 'The Framed Hall', 24 * 60);
  await predict(fan, show, songs.slice(0, 2));
  await setStatus(admin, show, 'live');
  await play(admin, show, songs.slice(0, 1));
  await setStatus(admin, show, 'closed');
  const host = await openHostPage(
    (
      url,
    ) => `<iframe src="${url}/embed?show=last" title="Called It" width="280" height="600"></iframe>
      <iframe src="${url}/" title="The site" width="280" height="100"></iframe>`,
    `default-src 'none'; frame-src ${site.url}`,
    site.url,
  );
  const { page, context } = await site.visit({ allowErrors: true });
  await page.goto(host.url);
  const frame = page.frameLocator('iframe[title="Called It"]');
  const board = frame.getByRole('table', { name: 'Final board' });
  await expect(frame.getByText('The Framed Hall')).toBeVisible();
  await expect(board.getByRole('row', { name: /framed 41/ })).toBeVisible();
  const link = frame.getByRole('link', { name: 'See all results' });
  expect(await link.getAttribute('target')).toBe('_blank');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(frame.getByRole('region')).toHaveClass(colorScheme);
  }
  const otherPage = page.frameLocator('iframe[title="The site"]');
  await expect(otherPage.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  expect(await context.cookies()).toEqual([]);
  host.close();
});
