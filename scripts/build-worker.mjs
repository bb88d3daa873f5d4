import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'vite';
import { root } from './run.mjs';

/** Nobody administers, and nobody saves pictures, without a network. */
const LEFT_OUT = /admin-page|modern-screenshot|@capacitor/;

/** Bundles the service worker with the names of the built files that work without a network. */
export async function buildWorker() {
  const files = offlineFiles();
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      OFFLINE_FILES: JSON.stringify(files),
      OFFLINE_HASH: JSON.stringify(hashOf(['/index.html', ...files])),
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

function offlineFiles() {
  const chunks = JSON.parse(readFileSync(`${root}dist/web/.vite/manifest.json`, 'utf8'));
  const leftOut = new Set(
    Object.keys(chunks)
      .filter((source) => LEFT_OUT.test(source))
      .map((source) => chunks[source].file),
  );
  const assets = readdirSync(`${root}dist/web/assets`).map((name) => `assets/${name}`);
  const kept = assets.filter((path) => /\.(js|css|woff2)$/.test(path) && !leftOut.has(path));
  return [...kept, 'favicon.svg'].map((path) => `/${path}`).sort();
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(readFileSync(`${root}dist/web${path}`));
  return hash.digest('hex').slice(0, 12);
}
