import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'vite';
import { root } from '../run/run.mjs';

/** These modules save images, which needs a network. */
const EXCLUDED = /modern-screenshot|@capacitor/;
/** Cached only on administrators' devices, so that they can run a show offline. */
const PANEL = /admin-page/;

/** The service worker contains the names of the built files that must work offline. */
export async function buildWorker() {
  const { files, panelFiles } = listOfflineFiles();
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      OFFLINE_FILES: JSON.stringify(files),
      PANEL_FILES: JSON.stringify(panelFiles),
      OFFLINE_HASH: JSON.stringify(hashFiles(['/index.html', ...files, ...panelFiles])),
    },
    build: {
      outDir: 'dist/web',
      emptyOutDir: false,
      target: 'es2022',
      lib: {
        entry: 'src/web/offline/worker/service-worker.ts',
        name: 'worker',
        formats: ['iife'],
        fileName: () => 'service-worker.js',
      },
    },
  });
}

function listOfflineFiles() {
  const chunks = JSON.parse(readFileSync(`${root}dist/web/.vite/manifest.json`, 'utf8'));
  /** @param {RegExp} source */
  const listFiles = (source) =>
    Object.keys(chunks)
      .filter((name) => source.test(name))
      .map((name) => chunks[name].file);
  const [excluded, panel] = [listFiles(EXCLUDED), listFiles(PANEL)];
  const assets = readdirSync(`${root}dist/web/assets`).map((name) => `assets/${name}`);
  const files = assets.filter((path) => /\.(js|css|woff2)$/.test(path) && !excluded.includes(path));
  const shared = files.filter((path) => !panel.includes(path));
  return {
    files: shared.map((path) => `/${path}`).sort(),
    panelFiles: panel.map((path) => `/${path}`).sort(),
  };
}

/** @param {string[]} paths */
function hashFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(`${root}dist/web${path}`));
  return hash.digest('hex').slice(0, 12);
}
