import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let path: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  const fan: Caller = await app.signUp('marigold');
  const showId = await tour.addShow({ name: 'Harborlight Pavilion' });
  const { id } = await tour.predict(fan, showId, await tour.addSongs('Lantern Street'));
  path = new URL((await fan.post(`/api/predictions/${id}/share`)).json().url).pathname;
});
afterAll(() => app.close());

it('renders markup in any field as text', async () => {
  const evil = '<img src=x onerror="alert(1)">';
  const [evilSong] = await tour.addSongs(`${evil} & 'Sons'`);
  const showId = await tour.addShow({ name: `${evil}</title>`, tourName: evil, city: evil });
  const evilFan = await app.signUp('"><script>alert(1)</script>');
  const { id } = await tour.predict(evilFan, showId, [evilSong ?? '']);
  const link = await evilFan.post(`/api/predictions/${id}/share`);
  await evilFan.patch(`/api/predictions/${id}/share`, { showsSongsEarly: true });
  const page = (await app.visitor.get(new URL(link.json().url).pathname)).body;
  expect(page).not.toMatch(/<img|<script>alert|onerror="/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#x27;Sons&#x27;');
});

it('escapes an invalid Host header', async () => {
  const page = (await app.visitor.get(path, { host: 'a"><script>alert(1)</script>' })).body;
  expect(page).not.toContain('<script>alert');
});

it('forbids caching, foreign scripts, framing and forms', async () => {
  const { headers } = await app.visitor.get(path);
  expect(headers['cache-control']).toBe('no-store');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/; style-src 'sha256-[^']+'; /);
  for (const directive of ['default-src', 'base-uri', 'form-action', 'frame-ancestors'])
    expect(policy).toContain(`${directive} 'none'`);
  expect(policy).not.toContain('unsafe');
  expect(headers['set-cookie']).toBeUndefined();
});

it('offers sharing through the only script its policy allows', async () => {
  const response = await app.visitor.get(path, { host: 'setlists.example' });
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(response.body) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain(`; script-src 'sha256-${hash}'; connect-src 'self';`);
  const button = /<button [^>]*data-title="([^"]*)" data-image="([^"]*)">Share</.exec(
    response.body,
  );
  expect(button?.[1]).toBe('marigold called the setlist of Harborlight Pavilion');
  expect(button?.[2]).toMatch(new RegExp(`^${path}/card\\.png\\?v=`));
  const field = /<input id="link" [^>]*>/.exec(response.body)?.[0];
  expect(field).toMatch(/ readonly="" hidden="" /i);
  expect(field).toContain(` value="http://setlists.example${path}"`);
});
