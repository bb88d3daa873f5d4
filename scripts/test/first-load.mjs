import { readdirSync, readFileSync } from 'node:fs';
import { root } from '../run/run.mjs';

const MANIFEST = 'dist/web/.vite/manifest.json';

/**
 * Lists every script that the browser loads to show a page: the entry, the page's lazy modules, and
 * their imports.
 *
 * @param {string[]} lazyModules source paths, each of them the target of an `import()`
 * @returns {string[]} built files, by their path from the root
 */
export function listScripts(lazyModules) {
  const chunks = JSON.parse(readFileSync(root + MANIFEST, 'utf8'));
  const assets = readdirSync(`${root}dist/web/assets`);
  // A plain script of the page, not a chunk.
  const firstTheme = assets.filter((name) => /^first-theme-[\w-]+\.js$/.test(name));
  const files = new Set(firstTheme.map((name) => `dist/web/assets/${name}`));
  // Every page except the landing page needs the app, which the entry loads with `import()`.
  const app = lazyModules.length > 0 ? chunks['index.html'].dynamicImports : [];
  const pendingNames = ['index.html', ...app, ...lazyModules];
  for (const name of pendingNames) {
    const chunk = chunks[name];
    if (!chunk) throw new Error(`${name} is no longer a separate chunk: see config/size-limit.js`);
    const file = `dist/web/${chunk.file}`;
    if (files.has(file)) continue;
    files.add(file);
    pendingNames.push(...(chunk.imports ?? []));
  }
  return [...files];
}
