import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Band } from '#contract/band.ts';
import { type PageName, pageFile } from '#contract/pages.ts';
import { type CachedResponse, toCachedResponse } from '../http/response-cache.ts';
import type { UserFacts } from './page-facts.ts';
import { type AboutSite, escapeHtml, pageHead, SITE } from './page-head.ts';

export interface WebPages {
  /** Has no facts: the page itself finds out the screen and the viewer. */
  shell(site: string): CachedResponse;
  forVisitor(site: string): CachedResponse;
  /** Private to the user. */
  forUser(site: string, page: PageName | undefined, facts: UserFacts): Promise<string>;
  landing(site: string): Promise<CachedResponse>;
}

const HTML = 'text/html; charset=utf-8';

/** Returns undefined if there is no build. */
export function createWebPages(dist: string, about: AboutSite): WebPages | undefined {
  if (!existsSync(`${dist}web/index.html`)) return undefined;
  const built = stylesFirst(readFileSync(`${dist}web/index.html`, 'utf8'));
  const head = pageHead(about.band);
  const preloadsOf = createPreloads(dist, built);
  let prerendering: Promise<Prerendered> | undefined;
  const prerendered = () => {
    prerendering ??= prerender(dist, about.band);
    return prerendering;
  };
  let landing: Promise<(site: string) => CachedResponse> | undefined;

  const fill = (facts: string, html = '', marker = '') => {
    // In JSON, '<' only occurs in strings.
    const safe = facts.replaceAll('<', '\\u003c');
    const data = `<script type="application/json" id="facts">${safe}</script>`;
    const mark = marker && ` data-drawn="${marker}"`;
    return built
      .replace(/<!-- The server replaces[\s\S]*<!-- end -->/, () => head)
      .replace('<div id="root"><!-- page -->', () => `${data}<div id="root"${mark}>${html}`);
  };
  const visitorFacts = JSON.stringify({ band: about.band, user: null });

  return {
    shell: createTemplate(fill(JSON.stringify({ band: about.band }))),
    forVisitor: createTemplate(fill(visitorFacts)),
    async landing(site) {
      landing ??= prerendered().then(({ landing: html }) =>
        createTemplate(scriptsLast(fill(visitorFacts, html, 'landing'))),
      );
      return (await landing)(site);
    },
    async forUser(site, page, facts) {
      const { frame } = await prerendered();
      return (facts.isFramed ? fill(facts.json, frame, 'frame') : fill(facts.json))
        .replace('</head>', () => `${preloadsOf(page)}</head>`)
        .replaceAll(SITE, () => escapeHtml(site));
    },
  };
}

/** A site has few origins. Forged Host headers only evict each other. */
const MAX_SITES = 20;

function createTemplate(page: string): (site: string) => CachedResponse {
  const sites = new LRUCache<string, CachedResponse>({
    max: MAX_SITES,
    memoMethod: (site) => toCachedResponse(page.replaceAll(SITE, escapeHtml(site)), HTML),
  });
  return (site) => sites.memo(site);
}

/** Uses a worker that exits: React's server code would slow down every promise of this process. */
async function prerender(dist: string, band: Band): Promise<Prerendered> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file)
      .then(({ prerenderPages }) => prerenderPages(workerData.band))
      .then((pages) => parentPort.postMessage(pages));`;
  const file = pathToFileURL(`${dist}drawn/draw-ahead.js`).href;
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { file, band } });
  const [prerendered] = await once(worker, 'message');
  await worker.terminate();
  return prerendered;
}

interface Prerendered {
  landing: string;
  /** The layout around every page of a signed-in user. */
  frame: string;
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Without preloads, a page's code would load one round trip after the app's. */
function createPreloads(dist: string, built: string): (page: PageName | undefined) => string {
  const chunks: Record<string, Chunk> = JSON.parse(
    readFileSync(`${dist}web/.vite/manifest.json`, 'utf8'),
  );
  const sourceOf = (page: PageName) =>
    Object.keys(chunks).find((source) => source.endsWith(`/${pageFile(page)}`));
  return (page) => {
    // The entry loads the app with `import()`.
    const app = chunks['index.html']?.dynamicImports ?? [];
    const sources = [...app, (page && sourceOf(page)) ?? ''];
    for (const source of sources) {
      const more = chunks[source]?.imports ?? [];
      sources.push(...more.filter((source) => !sources.includes(source)));
    }
    return sources
      .flatMap((source) => chunks[source]?.file ?? [])
      .filter((file) => !built.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`)
      .join('');
  };
}

/** Nothing renders without styles, and a browser loads only six files at once. */
function stylesFirst(page: string): string {
  const styles = /<link rel="stylesheet"[^>]*>\s*/.exec(page)?.[0] ?? '';
  return page.replace(styles, '').replace('<script', () => `${styles}<script`);
}

/** The landing page is readable before hydration. */
function scriptsLast(page: string): string {
  return page.replaceAll(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}
