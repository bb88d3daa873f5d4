import '../run/node-version.mjs';
import { copyFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { clearStamp, hashSources, stampBuild } from '../run/freshness.mjs';
import { root } from '../run/run.mjs';
import { buildServer } from './build-server.mjs';
import { buildWidget } from './build-widget.mjs';
import { buildWorker } from './build-worker.mjs';
import { createIconsPlugin } from './icons.mjs';
import { precompress } from './precompress.mjs';
import { slimContract } from './slim-contract.mjs';

/** The server puts these files into pages and images (see render-sources.ts). */
const SSR_FILES = [
  'src/web/theme/tokens.css',
  'src/web/theme/first-theme.js',
  'public/favicon.svg',
  'src/web/shares/link-page/frame.css',
  'src/web/shares/link-page/sheet.css',
  'src/web/shares/link-page/picks.css',
  'src/web/shares/link-page/share-button.js',
];

// The caller may have any NODE_ENV. React's development build would be slow and large.
process.env.NODE_ENV = 'production';
const hash = hashSources();
clearStamp();

try {
  for (const folder of ['ssr', '.compile-cache'])
    rmSync(`${root}dist/${folder}`, { recursive: true, force: true });
  await Promise.all([buildPages(), buildRenderers(), buildServer()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

stampBuild(hash);

async function buildPages() {
  await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  await Promise.all([buildWorker(), buildWidget()]);
  await precompress(`${root}dist/web`);
}

/** Builds two rendering bundles for the server, because it keeps only the second in memory. */
async function buildRenderers() {
  await Promise.all(
    ['src/web/app/prerender.tsx', 'src/web/shares/link-page/render-link.tsx'].map((source) =>
      build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        // The pages' packages are installed only for the build, so bundle them.
        ssr: { noExternal: true },
        plugins: [react(), slimContract(), createIconsPlugin()],
        // Uses React's production build, regardless of the server's NODE_ENV.
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { ssr: source, outDir: 'dist/ssr', emptyOutDir: false, target: 'node20' },
      }),
    ),
  );
  for (const file of SSR_FILES) copyFileSync(root + file, `${root}dist/ssr/${basename(file)}`);
}
