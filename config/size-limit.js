import { listScripts } from '../scripts/test/first-load.mjs';

/**
 * size-limit reads paths relative to this file's folder.
 *
 * @param {string} path
 */
const toRootPath = (path) => `../${path}`;

/** @param {string[]} lazyModules */
const listLoadedScripts = (lazyModules) => listScripts(lazyModules).map(toRootPath);

// Brotli, as the server sends it. `kB` is 1,000 bytes.
export default [
  // The landing page is prerendered. The app loads later, in the background.
  { name: 'Landing: JavaScript of a first visit', path: listLoadedScripts([]), limit: '25 kB' },
  {
    name: 'Dashboard: JavaScript of a first visit',
    path: listLoadedScripts(['src/web/app/dashboard/dashboard-page.tsx']),
    limit: '120 kB',
  },
  {
    name: 'Game: JavaScript of a first visit',
    path: listLoadedScripts(['src/web/game/game-page.tsx']),
    limit: '130 kB',
  },
  // On pages of other sites, whose owners ask what it costs them.
  {
    name: 'Widget for other sites, uncompressed',
    path: toRootPath('dist/web/widget.js'),
    brotli: false,
    limit: '8 kB',
  },
  { name: 'All styles', path: toRootPath('dist/web/assets/*.css'), limit: '20 kB' },
  { name: 'Fonts', path: toRootPath('dist/web/assets/*.woff2'), brotli: false, limit: '70 kB' },
];
