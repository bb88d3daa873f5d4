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
  /** The one page that finds out by itself which screen it is, and who reads it. */
  shell(site: string): CachedResponse;
  /** The same for whoever is not signed in. */
  forVisitor(site: string): CachedResponse;
  /** The same with the facts (JSON) of one who is, and what paints it on its way: nobody else's. */
  forUser(site: string, page: PageName | undefined, facts: UserFacts): Promise<string>;
  /** '/' for a visitor: with the landing page's HTML, readable before any script. */
  landing(site: string): Promise<CachedResponse>;
}

const HTML = 'text/html; charset=utf-8';

/** Fills the built page with what it says of the product and the band; undefined where none is built. */
export function createWebPages(dist: string, about: AboutSite): WebPages | undefined {
  if (!existsSync(`${dist}web/index.html`)) return undefined;
  const built = stylesFirst(readFileSync(`${dist}web/index.html`, 'utf8'));
  const head = pageHead(about.band);
  const preloadsOf = createPreloads(dist, built);
  let drawing: Promise<Drawn> | undefined;
  const drawn = () => {
    drawing ??= draw(dist, about.band);
    return drawing;
  };
  let landing: Promise<(site: string) => CachedResponse> | undefined;

  const fill = (facts: string, html = '', what = '') => {
    // Within JSON a '<' stands in a text only.
    const safe = facts.replaceAll('<', '\\u003c');
    const data = `<script type="application/json" id="facts">${safe}</script>`;
    const mark = what && ` data-drawn="${what}"`;
    return built
      .replace(/<!-- The server replaces[\s\S]*<!-- end -->/, () => head)
      .replace('<div id="root"><!-- page -->', () => `${data}<div id="root"${mark}>${html}`);
  };
  const forNobody = JSON.stringify({ band: about.band, user: null });

  return {
    shell: readyFor(fill(JSON.stringify({ band: about.band }))),
    forVisitor: readyFor(fill(forNobody)),
    async landing(site) {
      landing ??= drawn().then(({ landing: html }) =>
        readyFor(scriptsLast(fill(forNobody, html, 'landing'))),
      );
      return (await landing)(site);
    },
    async forUser(site, page, facts) {
      const { frame } = await drawn();
      return (facts.isFramed ? fill(facts.json, frame, 'frame') : fill(facts.json))
        .replace('</head>', () => `${preloadsOf(page)}</head>`)
        .replaceAll(SITE, () => escapeHtml(site));
    },
  };
}

/** A site has few addresses; whoever makes up others in a Host header pushes out made-up ones. */
const MOST_SITES = 20;

function readyFor(page: string): (site: string) => CachedResponse {
  const sites = new LRUCache<string, CachedResponse>({
    max: MOST_SITES,
    memoMethod: (site) => toCachedResponse(page.replaceAll(SITE, escapeHtml(site)), HTML),
  });
  return (site) => sites.memo(site);
}

/**
 * The web's own build draws it: the server knows where that lies, and no page. It does so in a thread
 * that ends: React's server code is needed once, and would make every promise here dearer for good.
 */
async function draw(dist: string, band: Band): Promise<Drawn> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file)
      .then(({ drawAhead }) => drawAhead(workerData.band))
      .then((drawn) => parentPort.postMessage(drawn));`;
  const file = pathToFileURL(`${dist}drawn/draw-ahead.js`).href;
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { file, band } });
  const [drawn] = await once(worker, 'message');
  await worker.terminate();
  return drawn;
}

interface Drawn {
  /** The landing page. */
  landing: string;
  /** What surrounds every page of a signed-in user, whoever that is. */
  frame: string;
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** A page's own code would be asked for only once the app's runs: a round trip later. */
function createPreloads(dist: string, built: string): (page: PageName | undefined) => string {
  const chunks: Record<string, Chunk> = JSON.parse(
    readFileSync(`${dist}web/.vite/manifest.json`, 'utf8'),
  );
  const sourceOf = (page: PageName) =>
    Object.keys(chunks).find((source) => source.endsWith(`/${pageFile(page)}`));
  return (page) => {
    // The app is what the entry loads by `import()`.
    const app = chunks['index.html']?.dynamicImports ?? [];
    const sources = [...app, (page && sourceOf(page)) ?? ''];
    for (const source of sources) {
      const more = chunks[source]?.imports ?? [];
      sources.push(...more.filter((one) => !sources.includes(one)));
    }
    return sources
      .flatMap((source) => chunks[source]?.file ?? [])
      .filter((file) => !built.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`)
      .join('');
  };
}

/** Nothing is painted before the styles are there, and a browser asks for six files at once at most. */
function stylesFirst(page: string): string {
  const styles = /<link rel="stylesheet"[^>]*>\s*/.exec(page)?.[0] ?? '';
  return page.replace(styles, '').replace('<script', () => `${styles}<script`);
}

/** The landing page is read before it is taken over: its scripts give way on a slow line. */
function scriptsLast(page: string): string {
  return page.replaceAll(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}
