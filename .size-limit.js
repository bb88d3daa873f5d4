import { scriptsOf } from './scripts/first-load.mjs';

const landing = ['src/web/app/landing/landing-page.tsx'];
const dashboard = ['src/web/app/signed-in-layout.tsx', 'src/web/app/dashboard/dashboard-page.tsx'];

// Brotli, as the server sends them. `kB` is 1,000 bytes.
export default [
  { name: 'Landing: JavaScript of a first visit', path: scriptsOf(landing), limit: '110 kB' },
  { name: 'Dashboard: JavaScript of a first visit', path: scriptsOf(dashboard), limit: '170 kB' },
  { name: 'All styles', path: 'dist/web/assets/*.css', limit: '20 kB' },
  { name: 'Fonts', path: 'dist/web/assets/*.woff2', brotli: false, limit: '70 kB' },
];
