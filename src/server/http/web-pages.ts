import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Band } from '#contract/band.ts';
import { type AboutSite, escapeHtml, pageHead, SITE } from './page-head.ts';
import { type Ready, toReady } from './ready-bytes.ts';

export interface WebPages {
  /** The one page that finds out by itself which screen it is. */
  shell(site: string): Ready;
  /** The same for '/' and a visitor: with the landing page's HTML, readable before any script. */
  landing(site: string): Promise<Ready>;
}

const HTML = 'text/html; charset=utf-8';

/** Fills the built page with what it says of the product and the band; undefined where none is built. */
export function createWebPages(dist: string, about: AboutSite): WebPages | undefined {
  if (!existsSync(`${dist}web/index.html`)) return undefined;
  const built = stylesFirst(readFileSync(`${dist}web/index.html`, 'utf8'));
  const head = pageHead(about.band);
  let landing: Promise<(site: string) => Ready> | undefined;

  const fill = (isVisitor: boolean, html: string) => {
    const facts = JSON.stringify({ band: about.band, isVisitor }).replaceAll('<', '\\u003c');
    const data = `<script type="application/json" id="facts">${facts}</script>`;
    const drawn = html && ' data-drawn="landing"';
    const page = built
      .replace(/<!-- What follows[\s\S]*<!-- end -->/, () => head)
      .replace('<div id="root"><!-- page -->', () => `${data}<div id="root"${drawn}>${html}`);
    return isVisitor ? scriptsLast(page) : page;
  };

  return {
    shell: readyFor(fill(false, '')),
    async landing(site) {
      landing ??= drawLanding(dist, about.band).then((html) => readyFor(fill(true, html)));
      return (await landing)(site);
    },
  };
}

/** A site has few addresses; whoever makes up others in a Host header pushes out made-up ones. */
const MOST_SITES = 20;

function readyFor(page: string): (site: string) => Ready {
  const sites = new LRUCache<string, Ready>({
    max: MOST_SITES,
    memoMethod: (site) => toReady(page.replaceAll(SITE, escapeHtml(site)), HTML),
  });
  return (site) => sites.memo(site);
}

/**
 * The web's own build draws it: the server knows where that lies, and no page. It does so in a thread
 * that ends: React's server code is needed once, and would make every promise here dearer for good.
 */
async function drawLanding(dist: string, band: Band): Promise<string> {
  const draw = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.file)
      .then(({ landingHtml }) => landingHtml(workerData.band))
      .then((html) => parentPort.postMessage(html));`;
  const file = pathToFileURL(`${dist}landing/landing-html.js`).href;
  const worker = new Worker(draw, { eval: true, execArgv: [], workerData: { file, band } });
  const [html] = await once(worker, 'message');
  await worker.terminate();
  return html;
}

/** Nothing is painted before the styles are there, and a browser asks for six files at once at most. */
function stylesFirst(page: string): string {
  const styles = /<link rel="stylesheet"[^>]*>\s*/.exec(page)?.[0] ?? '';
  return page.replace(styles, '').replace('<script src', () => `${styles}<script src`);
}

/** The landing page is read before it is taken over: its scripts give way on a slow line. */
function scriptsLast(page: string): string {
  return page.replaceAll(
    /<script type="module"|<link rel="modulepreload"/g,
    '$& fetchpriority="low"',
  );
}
