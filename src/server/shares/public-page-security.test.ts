import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let server: TestApp;
let tour: Tour;
let path: string;

beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  const fan: Caller = await server.signUp('marigold');
  const showId = await tour.show({ name: 'Harborlight Pavilion' });
  const { id } = await tour.predict(fan, showId, await tour.songs('Lantern Street'));
  path = new URL((await fan.post(`/api/predictions/${id}/share`)).json().url).pathname;
});
afterAll(() => server.close());

it('renders markup as text wherever it comes from', async () => {
  const evil = '<img src=x onerror="alert(1)">';
  const [bad] = await tour.songs(`${evil} & 'Sons'`);
  const night = await tour.show({ name: `${evil}</title>`, tourName: evil, city: evil });
  const name = await server.signUp('"><script>alert(1)</script>');
  const { id } = await tour.predict(name, night, [bad ?? '']);
  const link = await name.post(`/api/predictions/${id}/share`);
  await name.patch(`/api/predictions/${id}/share`, { showsSongsEarly: true });
  const page = (await server.visitor.get(new URL(link.json().url).pathname)).body;
  expect(page).not.toMatch(/<img|<script>alert|onerror="/);
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#x27;Sons&#x27;');
});

it('is safe from an invalid Host header', async () => {
  const page = (await server.visitor.get(path, { host: 'a"><script>alert(1)</script>' })).body;
  expect(page).not.toContain('<script>alert');
});

it('forbids caching, foreign scripts, framing and forms', async () => {
  const { headers } = await server.visitor.get(path);
  expect(headers['cache-control']).toBe('no-store');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers['set-cookie']).toBeUndefined();
});

it('offers sharing by the one script that its policy allows', async () => {
  const answer = await server.visitor.get(path, { host: 'setlists.example' });
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(answer.body) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain(`; script-src 'sha256-${hash}'; connect-src 'self';`);
  const button = /<button [^>]*data-title="([^"]*)" data-picture="([^"]*)">Share</.exec(
    answer.body,
  );
  expect(button?.[1]).toBe('marigold called the setlist of Harborlight Pavilion');
  expect(button?.[2]).toMatch(new RegExp(`^${path}/card\\.png\\?v=`));
  const field = /<input id="link" [^>]*>/.exec(answer.body)?.[0];
  expect(field).toMatch(/ readonly="" hidden="" /i);
  expect(field).toContain(` value="http://setlists.example${path}"`);
});
