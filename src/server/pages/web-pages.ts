import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Band } from '#contract/band.ts';
import { PAGES, type PageName, pageFile } from '#contract/pages.ts';
import { type CachedResponse, toCachedResponse } from '../http/response-cache.ts';
import type { UserPageData } from './page-data.ts';
import { escapeHtml, ORIGIN_PLACEHOLDER, renderPageHead, type SiteInfo } from './page-head.ts';

export interface WebPages {
  /** Contains no page data. Its script determines the screen and the viewer. */
  shell(origin: string): CachedResponse;
  forVisitor(origin: string, page: PageName | undefined): Promise<CachedResponse>;
  forUser(origin: string, page: UserPage): Promise<string>;
}

const HTML = 'text/html; charset=utf-8';

interface UserPage {
  name: PageName | undefined;
  data: UserPageData;
  html: string | undefined;
}

/** Returns undefined if there is no build. */
export function createWebPages(dist: string, site: SiteInfo): WebPages | undefined {
  if (!existsSync(`${dist}web/index.html`)) return undefined;
  const template = moveStylesFirst(readFileSync(`${dist}web/index.html`, 'utf8'));
  const createPreloadTags = createPreloads(dist, template);
  let prerendering: Promise<Prerendered> | undefined;
  const readPrerendered = () => {
    prerendering ??= prerender(dist, site.band);
    return prerendering;
  };
  const visitorPages = new Map<PageName, Promise<(origin: string) => CachedResponse>>();

  const fill = (json: string, { html = '', marker, name }: Content = {}) => {
    // In JSON, '<' only occurs in strings.
    const safe = json.replaceAll('<', '\\u003c');
    const data = `<script type="application/json" id="facts">${safe}</script>`;
    const mark = marker ? ` data-prerendered="${marker}"` : '';
    return (
      template
        // The print styles show it above the page.
        .replace('<body>', () => `<body data-site="${escapeHtml(site.band.productName)}">`)
        .replace(/<!-- The server replaces[\s\S]*<!-- end -->/, () =>
          renderPageHead(site.band, name),
        )
        // The data comes last, because a browser paints what it has already received.
        .replace(
          '<div id="root"><!-- page --></div>',
          () => `<div id="root"${mark}>${html}</div>${data}`,
        )
    );
  };
  const visitorData = JSON.stringify({ band: site.band, user: null });
  const otherVisitorPage = createTemplate(fill(visitorData));

  async function createVisitorPage(name: PageName) {
    const html = (await readPrerendered()).pages[PAGES[name].path];
    return createTemplate(
      lowerScriptPriority(fill(visitorData, { html, marker: 'visitor', name })),
    );
  }

  return {
    shell: createTemplate(fill(JSON.stringify({ band: site.band }))),
    async forVisitor(origin, name) {
      if (!name || !('isPrerendered' in PAGES[name])) return otherVisitorPage(origin);
      const page = visitorPages.get(name) ?? createVisitorPage(name);
      visitorPages.set(name, page);
      return (await page)(origin);
    },
    async forUser(origin, { name, data, html }) {
      const { frame } = await readPrerendered();
      const page = html
        ? fill(data.json, { html, marker: 'page' })
        : data.canPrerenderFrame
          ? fill(data.json, { html: frame, marker: 'frame' })
          : fill(data.json);
      return page
        .replace('</head>', () => `${createPreloadTags(name)}</head>`)
        .replaceAll(ORIGIN_PLACEHOLDER, () => escapeHtml(origin));
    },
  };
}

interface Content {
  html?: string | undefined;
  marker?: 'visitor' | 'page' | 'frame';
  /** The page that the head describes. Defaults to the landing page. */
  name?: PageName;
}

/** A site has few origins, so forged Host headers only evict each other. */
const MAX_ORIGINS = 20;

function createTemplate(page: string): (origin: string) => CachedResponse {
  const pagesByOrigin = new LRUCache<string, CachedResponse>({
    max: MAX_ORIGINS,
    memoMethod: (origin) =>
      toCachedResponse(page.replaceAll(ORIGIN_PLACEHOLDER, escapeHtml(origin)), HTML),
  });
  return (origin) => pagesByOrigin.memo(origin);
}

/** Runs in a worker that exits, because React's server code would slow down every promise here. */
async function prerender(dist: string, band: Band): Promise<Prerendered> {
  const program = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file)
      .then(({ prerenderPages }) => prerenderPages(workerData.band))
      .then((pages) => parentPort.postMessage(pages));`;
  const file = pathToFileURL(`${dist}ssr/prerender.js`).href;
  const worker = new Worker(program, { eval: true, execArgv: [], workerData: { file, band } });
  const [prerendered] = await once(worker, 'message');
  await worker.terminate();
  return prerendered;
}

interface Prerendered {
  pages: Record<string, string>;
  frame: string;
}

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] };

/** Without preloads, a page's code would load one round trip after the app's. */
function createPreloads(dist: string, template: string): (page: PageName | undefined) => string {
  const chunks: Record<string, Chunk> = JSON.parse(
    readFileSync(`${dist}web/.vite/manifest.json`, 'utf8'),
  );
  const findSource = (page: PageName) =>
    Object.keys(chunks).find((source) => source.endsWith(`/${pageFile(page)}`));
  return (page) => {
    const app = chunks['index.html']?.dynamicImports ?? [];
    const sources = [...app, (page && findSource(page)) ?? ''];
    for (const source of sources) {
      const imports = chunks[source]?.imports ?? [];
      sources.push(...imports.filter((source) => !sources.includes(source)));
    }
    return sources
      .flatMap((source) => chunks[source]?.file ?? [])
      .filter((file) => !template.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${escapeHtml(file)}">`)
      .join('');
  };
}

/** Nothing renders without styles, and a browser loads only six files at a time. */
function moveStylesFirst(page: string): string {
  const styles = /<link rel="stylesheet"[^>]*>\s*/.exec(page)?.[0] ?? '';
  return page.replace(styles, '').replace('<script', () => `${styles}<script`);
}

/** A prerendered page is readable before hydration. */
function lowerScriptPriority(page: string): string {
  return page.replaceAll(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}
