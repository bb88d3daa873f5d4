import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPageRenderer, type PageRenderer } from './page-renderer.ts';

let dist: string;
beforeAll(() => {
  dist = `${mkdtempSync(join(tmpdir(), 'called-it-renderer-'))}/`;
  mkdirSync(`${dist}ssr`);
  writeFileSync(
    `${dist}ssr/prerender.js`,
    `export async function renderPage(url, { name }) {
      if (url === '/broken') throw new Error('no such show');
      if (url === '/exit') process.exit();
      for (const end = Date.now() + (url === '/slow' ? 300 : 0); Date.now() < end; );
      return '<h1>' + name + '</h1>';
    }`,
  );
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const log = { error: vi.fn() };
let renderer: PageRenderer;
afterEach(async () => {
  await renderer.close();
  log.error.mockReset();
});

const render = (url: string, name = 'cora') => renderer.render(url, JSON.stringify({ name }));

async function startRenderer(budgetMs: number) {
  renderer = createPageRenderer(dist, log, budgetMs);
  expect(await render('/')).toBeUndefined();
  await expect.poll(() => render('/')).toBe('<h1>cora</h1>');
}

test("renders each page from its own fan's data", async () => {
  await startRenderer(20_000);
  const names = ['cora', 'dee', 'eli'];
  expect(await Promise.all(names.map((name) => render('/', name)))).toEqual(
    names.map((name) => `<h1>${name}</h1>`),
  );
});

test('gives up when a page takes too long, and skips the pages that waited for it', async () => {
  await startRenderer(100);
  expect(await Promise.all([render('/slow'), render('/')])).toEqual([undefined, undefined]);
  await expect.poll(() => render('/')).toBe('<h1>cora</h1>');
});

test('immediately rejects pages that would have to wait too long', async () => {
  await startRenderer(20_000);
  const pages = await Promise.all(Array.from({ length: 30 }, () => render('/')));
  const rendered = pages.filter((page) => page !== undefined);
  expect(rendered.length).toBeGreaterThan(0);
  expect(rendered.length).toBeLessThan(15);
});

test('logs an error and renders the next page', async () => {
  await startRenderer(20_000);
  expect(await render('/broken')).toBeUndefined();
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: 'no such show' }) },
    'failed to render a page',
  );
  expect(await render('/')).toBe('<h1>cora</h1>');
});

test('renders nothing after its thread has exited', async () => {
  await startRenderer(20_000);
  expect(await render('/exit')).toBeUndefined();
  expect(await render('/')).toBeUndefined();
});
