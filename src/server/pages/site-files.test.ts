import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { searchEngineRoutes } from './site-files.ts';

test('lists the public pages for search engines', async () => {
  const app = Fastify();
  searchEngineRoutes(app, () => 'http://one.example');
  const robots = await app.inject('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(robots.body.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/', ''],
    ...['Sitemap: http://one.example/sitemap.xml', ''],
  ]);
  const { body, headers } = await app.inject('/sitemap.xml');
  expect(headers['content-type']).toContain('application/xml');
  expect(body).toContain('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)).toEqual(
    ['/', '/predict', '/login', '/signup', '/forgot-password', '/about', '/rules', '/contact'].map(
      (path) => `http://one.example${path}`,
    ),
  );
});
