import { existsSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  CORA,
  lantern,
  type ServeOptions,
  serveBuild,
  writeSmallBuild,
} from '../../../tests/support/small-build.ts';

let dist: string;
beforeAll(() => {
  dist = writeSmallBuild();
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const serve = (options?: ServeOptions) => serveBuild(dist, options);

function readPageData(html: string) {
  const [, json = ''] =
    /<script type="application\/json" id="facts">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(json);
}

test("shows the band's new settings on every page", async () => {
  let currentBand = lantern;
  const app = await serve({ band: () => currentBand });
  currentBand = { ...lantern, productName: 'Moon <Call>', bandName: 'Moons', version: 7 };
  const { body } = await app.inject('/');
  expect(body).toMatch(/Moon &#60;Call&#62;<.*<body data-site="Moon &#60;Call&#62;">.*Hear Moons/s);
});

test.each([
  ['/', '<h1>Hear Paper Lantern Parade</h1>', 'Predict the setlist'],
  ['/Rules/?from=a%20friend', '<h1>Rules</h1>', 'How scoring works'],
])(
  'sends %s to visitors as HTML, with its title and low-priority scripts',
  async (url, html, title) => {
    const { body, headers } = await (await serve()).inject(url);
    expect(body).toContain(`<div id="root" data-prerendered="visitor">${html}</div>`);
    expect(body).toContain('<script type="module" fetchpriority="low"');
    expect(body.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title} · Called It</title>`]);
    expect(body.match(/name="description"/g)).toHaveLength(1);
    expect(readPageData(body)).toMatchObject({ user: null, band: { productName: 'Called It' } });
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  },
);

test("embeds a signed-in user's data, initial queries, preloads, and frame", async () => {
  const app = await serve();
  const { body, headers } = await app.inject({ url: '/Shows/', headers: CORA });
  expect(readPageData(body)).toMatchObject({
    user: { username: 'cora' },
    position: 'epoch.7',
    responses: [
      { path: '/api/shows/live', data: [] },
      { path: '/api/shows', data: [{ name: '</script><b>' }] },
    ],
  });
  expect(body).not.toContain('</script><b>');
  for (const file of ['shows', 'frame'])
    expect(body.split(`modulepreload" crossorigin href="/assets/${file}.js"`)).toHaveLength(2);
  expect(body).toContain('<div id="root" data-prerendered="frame"><nav></nav></div>');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers.etag).toBeUndefined();
});

test("sends the first screen of a fan's page, in the time zone of their last visit", async () => {
  const headers = { cookie: `${CORA.cookie}; time_zone=Europe/Berlin` };
  const app = await serve();
  const load = async (url: string) => (await app.inject({ url, headers })).body;
  // Until the thread is ready, the page has only its frame.
  await expect
    .poll(() => load('/game?show=7'))
    .toContain('="page"><h1>cora at /game?show=7 in Europe/Berlin</h1>');
  expect(await load('/shows')).toContain('data-prerendered="frame"');
});

test('puts styles before scripts for visitors and fans', async () => {
  const app = await serve();
  for (const headers of [{}, CORA])
    for (const path of ['/', '/shows', '/index.html']) {
      const { body } = await app.inject({ url: path, headers });
      expect(body.match(/rel="stylesheet"|<script(?! type="application)/g)?.[0]).toContain(
        'styles',
      );
    }
});

test("renders visitors' pages before the first request", async () => {
  rmSync(`${dist}ssr/loads.txt`, { force: true });
  await serve({ prerendersAtStart: true });
  await vi.waitFor(() => expect(existsSync(`${dist}ssr/loads.txt`)).toBe(true), 10_000);
});

test('compresses a page with embedded data', async () => {
  const request = { url: '/SHOWS/', headers: { ...CORA, 'accept-encoding': 'gzip' } };
  expect((await (await serve()).inject(request)).headers['content-encoding']).toBe('gzip');
});

test.each(['/', '/shows'])('keeps fans signed in at %s if PostgreSQL is down', async (url) => {
  const failToConnect = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const app = await serve({ findViewer: failToConnect });
  const { statusCode, body } = await app.inject({ url, headers: CORA });
  expect(statusCode).toBe(200);
  expect(readPageData(body)).toEqual({ band: lantern });
});

test('renders no frame for a collapsed sidebar', async () => {
  const headers = { cookie: `${CORA.cookie}; sidebar_state=false` };
  const { body } = await (await serve()).inject({ url: '/shows', headers });
  expect(body).not.toContain('<nav>');
});

test.each(['/', '/shows', '/no/such/screen'])(
  'treats an expired cookie at %s like a missing one',
  async (url) => {
    for (const headers of [{}, { cookie: 'session=old' }]) {
      const { body } = await (await serve()).inject({ url, headers });
      expect(readPageData(body).user).toBeNull();
    }
  },
);

test('sends the same page to every service worker', async () => {
  const app = await serve();
  const forUser = await app.inject({ url: '/index.html', headers: CORA });
  expect(forUser.body).toBe((await app.inject('/index.html')).body);
  expect(readPageData(forUser.body)).toEqual({ band: lantern });
  expect(forUser.body).toContain('<div id="root"></div>');
});

test('escapes markup of a band pack', async () => {
  const tagline = '"Loud" & </script><script>alert(1)</script>';
  const { body } = await (await serve({ band: () => ({ ...lantern, tagline }) })).inject('/shows');
  expect(body).not.toContain('<script>alert');
  expect(body).toContain('content="&#34;Loud&#34; &#38; &#60;/script&#62;');
  expect(readPageData(body).band.tagline).toBe(tagline);
});

test('uses absolute URLs in link previews and the sitemap, from PUBLIC_URL or the host', async () => {
  const withPublicUrl = await (await serve({ publicUrl: 'https://calledit.example' })).inject('/');
  expect(withPublicUrl.body).toContain(
    'property="og:image" content="https://calledit.example/social.png"',
  );
  expect(withPublicUrl.body).toContain('property="og:url" content="https://calledit.example/"');
  const rules = await (await serve({ publicUrl: 'https://calledit.example' })).inject('/rules');
  expect(rules.body).toContain('property="og:url" content="https://calledit.example/rules"');
  const app = await serve();
  for (const host of ['one.example', 'two.example:3000', 'one.example']) {
    const { body } = await app.inject({ url: '/', headers: { host } });
    expect(body).toContain(`property="og:image" content="http://${host}/social.png"`);
    expect(body).toContain(`property="og:url" content="http://${host}/"`);
    const sitemap = await app.inject({ url: '/sitemap.xml', headers: { host } });
    expect(sitemap.body).toContain(`<loc>http://${host}/about</loc>`);
  }
  const malicious = await app.inject({ url: '/', headers: { host: '"><script>' } });
  expect(malicious.body).not.toContain('"><script>/');
});

test.each(['/no/such/screen', '/shows/1', '/game/x'])('serves %s with 404', async (url) => {
  const { statusCode, body, headers } = await (await serve()).inject(url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('<div id="root">');
});
