import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { type Band, band } from '#contract/band.ts';
import { UNCHECKED_DISK } from '#server/db/disk-space.ts';
import { installApiScope } from '#server/http/api-scope.ts';
import { installErrorHandler } from '#server/http/error-handler.ts';
import type { FindViewer } from '#server/http/viewer.ts';
import { webFiles } from '#server/pages/web-files.ts';

export const lantern = band.parse(JSON.parse(readFileSync('bands/lantern/band.json', 'utf8')));

/** Writes the smallest build that `webFiles` serves. The caller deletes the returned folder. */
export function writeSmallBuild(): string {
  const dist = `${mkdtempSync(join(tmpdir(), 'called-it-dist-'))}/`;
  mkdirSync(`${dist}web/.vite`, { recursive: true });
  mkdirSync(`${dist}web/assets`);
  writeFileSync(`${dist}web/assets/index.js`, 'start()');
  writeFileSync(`${dist}web/assets/index.js.br`, 'compressed');
  writeFileSync(`${dist}web/robots.svg`, '<svg/>');
  mkdirSync(`${dist}ssr`);
  const styles = '<link rel="stylesheet" crossorigin href="/assets/index.css">';
  const page = readFileSync('index.html', 'utf8').replace('</head>', `${styles}</head>`);
  writeFileSync(`${dist}web/index.html`, page);
  const chunks = {
    'index.html': { file: 'assets/index.js', dynamicImports: ['_frame.js'] },
    'src/web/shows/show-schedule-page.tsx': { file: 'assets/shows.js', imports: ['_frame.js'] },
    '_frame.js': { file: 'assets/frame.js' },
  };
  writeFileSync(`${dist}web/.vite/manifest.json`, JSON.stringify(chunks));
  writeFileSync(
    `${dist}ssr/prerender.js`,
    `import { appendFileSync } from 'node:fs';
    appendFileSync(new URL('loads.txt', import.meta.url), '.');
    export const prerenderPages = async (band) => ({ pages: { '/': '<h1>Hear ' + band.bandName + '</h1>', '/rules': '<h1>Rules</h1>' }, frame: '<nav></nav>' });
    export const renderPage = async (url, { user, timeZone }) => '<h1>' + user.username + ' at ' + url + ' in ' + timeZone + '</h1>';`,
  );
  return dist;
}

export const CORA = { cookie: 'session=cora' };

const findViewer: FindViewer = ({ headers: { cookie } }) =>
  cookie?.includes(CORA.cookie)
    ? {
        userId: '',
        username: 'cora',
        sessionId: '',
        ...{ isAdmin: false, isModerator: false, scribeOf: [] },
        mustChangePassword: false,
        isFresh: false,
      }
    : undefined;

export type ServeOptions = {
  publicUrl?: string;
  band?: () => Band;
  findViewer?: FindViewer;
  prerendersAtStart?: boolean;
};

export async function serveBuild(dist: string, options: ServeOptions = {}) {
  const { band = () => lantern, publicUrl } = options;
  const auth = { findViewer, ...options, publicUrl };
  const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  installErrorHandler(app);
  await app.register(compress, { threshold: 100 });
  await app.register(
    async (api) => {
      installApiScope(api, { clock: Date.now, disk: UNCHECKED_DISK, ...auth });
      api.get('/auth/user', async () => ({ username: 'cora' }));
      api.get('/shows/live', async () => []);
      api.get('/shows', async () => [{ name: '</script><b>' }]);
    },
    { prefix: '/api' },
  );
  const site = { ...auth, position: () => 'epoch.7' };
  await webFiles(app, { ...site, band: { current: band, read: async () => band() } }, dist);
  return app;
}
