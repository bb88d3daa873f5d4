import { scriptsOf } from './scripts/first-load.mjs';

// Brotli, as the server sends them. `kB` is 1,000 bytes.
export default [
  // It is drawn ahead: the app comes when nobody waits for it.
  { name: 'Landing: JavaScript of a first visit', path: scriptsOf([]), limit: '25 kB' },
  {
    name: 'Dashboard: JavaScript of a first visit',
    path: scriptsOf(['src/web/app/dashboard/dashboard-page.tsx']),
    limit: '120 kB',
  },
  {
    name: 'Game: JavaScript of a first visit',
    path: scriptsOf(['src/web/game/game-page.tsx']),
    limit: '130 kB',
  },
  { name: 'All styles', path: 'dist/web/assets/*.css', limit: '20 kB' },
  { name: 'Fonts', path: 'dist/web/assets/*.woff2', brotli: false, limit: '70 kB' },
];
