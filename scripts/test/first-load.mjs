import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../run/run.mjs';

/** What the build writes of its own chunks: source path → file, and what it imports. */
const MANIFEST = 'dist/web/.vite/manifest.json';

/**
 * Every script that the browser loads until it shows a page: the entry, the page's own lazy
 * modules, and all that these import.
 *
 * @param {string[]} lazyModules source paths, each of them the target of an `import()`
 * @returns {string[]} built files, by their path from the root
 */
export function scriptsOf(lazyModules) {
  const chunks = JSON.parse(readFileSync(root + MANIFEST, 'utf8'));
  const assets = readdirSync(`${root}dist/web/assets`);
  // A plain script of the page, and no chunk.
  const firstTheme = assets.filter((name) => /^first-theme-[\w-]+\.js$/.test(name));
  const files = new Set(firstTheme.map((name) => `dist/web/assets/${name}`));
  // Every page but the landing page needs the app, the one thing that the entry loads by `import()`.
  const app = lazyModules.length > 0 ? chunks['index.html'].dynamicImports : [];
  const waiting = ['index.html', ...app, ...lazyModules];
  for (const name of waiting) {
    const chunk = chunks[name];
    if (!chunk)
      throw new Error(`${name} is no chunk of its own any more: see config/size-limit.js`);
    const file = `dist/web/${chunk.file}`;
    if (files.has(file)) continue;
    files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...files];
}
