import './node-version.mjs';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { buildWorker } from './build-worker.mjs';
import { clearStamp, hashSources, stampBuild } from './freshness.mjs';
import { precompress } from './precompress.mjs';
import { root } from './run.mjs';
import { usedIcons } from './used-icons.mjs';

// Whatever the app itself runs with: React's development build would be slow and large.
process.env.NODE_ENV = 'production';
const hash = hashSources();
clearStamp();

try {
  await build({ root, configFile: `${root}vite.config.ts`, logLevel: 'warn' });
  await buildWorker();
  precompress(`${root}dist/web`);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // The pages' packages are there while building only, so they go into the bundle.
    ssr: { noExternal: true },
    plugins: [react(), usedIcons()],
    build: {
      ssr: 'src/web/app/draw-ahead.tsx',
      outDir: 'dist/drawn',
      emptyOutDir: true,
      target: 'node20',
    },
  });
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // Packages stay in node_modules; only our own sources go into the bundle.
    ssr: { external: true },
    build: {
      ssr: true,
      rolldownOptions: {
        input: {
          main: 'src/server/main.ts',
          // A thread of its own, which starts from a file of its own.
          'draw-worker': 'src/server/shares/picture/draw-worker.ts',
        },
      },
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node20',
      sourcemap: true,
      minify: false,
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

stampBuild(hash);
