import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { createIconsPlugin } from './scripts/build/icons.mjs';
import { slimContract } from './scripts/build/slim-contract.mjs';
import { LINK_PATH_PREFIX } from './src/contract/link-pages.ts';
import { ERROR_PAGE } from './src/contract/messages.ts';

const apiServer = `127.0.0.1:${process.env.API_PORT ?? '3001'}`;

const styleSingleton = fileURLToPath(
  new URL('src/web/ui/overlay/style-singleton.ts', import.meta.url),
);

/** Chunks that only some pages need, or need later. Nothing in them may get into a shared chunk. */
const SEPARATE_CHUNKS = [
  // Only for administrators and scribes, on any page.
  {
    name: 'setlist-queue',
    test: /src\/web\/setlists\/(setlist-queue|unsent-changes|apply-changes)\.ts/,
  },
  // Includes a fan's calls, on their page and in their own statistics.
  {
    name: 'charts',
    test: /src\/web\/(ui\/list\/column-chart|statistics\/(hit-rates|song-calls))\.tsx/,
  },
  // Includes what is in place of a new fan's predictions: both pages that have it have tabs.
  {
    name: 'tabs',
    test: /src\/web\/(ui\/(tabs|list\/use-overflowing-edges)|show-display\/blank-sheet)\.tsx?$/,
  },
  {
    name: 'dialogs',
    test: /src\/web\/(ui\/overlay\/[a-z-]*dialog|ui\/folding-panel|ui\/form\/(link-tools|copy-field)|http\/confirm-deletion|session\/call-with-fresh-sign-in)\.tsx?$/,
  },
  { name: 'pushes', test: /src\/web\/session\/push-device\.ts|src\/contract\/push\.ts/ },
  // Includes the house players beside the boards, but not their page.
  {
    name: 'boards',
    test: /src\/(web\/(board\/(board|board-row|show-board)\.tsx|house-players\/(?!house-page|record-table))|contract\/(house-points|rarity))/,
  },
  // Includes who entered a setlist, the sources of its rows, and its archive.
  {
    name: 'imports',
    test: /src\/(contract\/(imports|import-kinds|scribes)\.ts|web\/([a-z-]+\/setlist-source|show-display\/(setlist-credits|row-source))\.tsx)/,
  },
  // The editor of a sheet, for fans and for visitors.
  {
    name: 'game',
    test: /src\/web\/game\/(game-(frame|skeleton|bar|columns|lock)|sheet-editor|prediction-sheet|bottom-sheet|pick-|song-|use-|start-from\/start-from\.tsx)/,
  },
  // The sender of queued predictions imports the link. Loading it must not need another chunk.
  { name: 'next-sheet', test: /src\/web\/game\/next-sheet\/(?!sheet-link)/ },
  // The lists of the song database, which are also in the statistics.
  {
    name: 'song-lists',
    test: /src\/web\/(songs\/(catalog-|ranked-songs|venues-tab|rarity-badge|group-songs|song-link|find-songs)|ui\/list\/(jump-bar|sort-header|use-top-group))/,
  },
  // What the forums, the talk of leagues and fans' pages share.
  {
    name: 'posts',
    test: /src\/web\/(forums\/(links|pages|page-links|form-draft|time-ago)|reports\/report-button)\.tsx?$/,
  },
  // The live posts of threads, and the links that count them.
  {
    name: 'show-threads',
    test: /src\/web\/(realtime\/new-posts\.ts|show-display\/counted-thread-link\.tsx)/,
  },
  // What the pages of leagues share.
  {
    name: 'leagues',
    test: /src\/(web\/leagues\/(tonight-query|league-mark|format-members)|contract\/league-board-rows)\.tsx?$/,
  },
  // The achievements of the fans' pages, which the rules list too.
  { name: 'achievements', test: /src\/contract\/achievements\.ts$/ },
  { name: 'prose', test: /src\/web\/static-pages\/prose\.tsx/ },
  { name: 'points-sheet', test: /src\/web\/score-display\/points-sheet\.tsx/ },
  { name: 'schedule', test: /src\/web\/shows\/split-schedule\.ts/ },
  // The recaps of shows and tours. The page that shares a tour's picture needs only the contract.
  { name: 'recaps', test: /src\/contract\/(recaps|tour-recaps|tour-card)\.ts$/ },
  { name: 'recap-parts', test: /src\/web\/recaps\/(?!.*-page\.tsx)/ },
  {
    name: 'menus',
    test: /src\/web\/ui\/(overlay\/(dropdown-menu|popover)|form\/(combobox|use-typed-text))/,
  },
  {
    name: 'forms',
    // Includes what only the account forms need. The `?whole` contract loads later, on its own.
    test: /react-hook-form|src\/web\/(http\/lazy-resolver|ui\/form\/password-field|accounts\/(auth-card|password-form|password-strength|demo-sign-in|confirm-sign-in|form-parts|passkey-button|browser-passkeys|link-token))|src\/contract\/(account-links|passkeys|account-data)\.ts$/,
  },
  // What the first page and the Backups panel share.
  {
    name: 'backups',
    test: /src\/(web\/backups\/(use-backup-upload|wait-for-check|backup-file-field|format-backup)\.tsx?|contract\/(backups|backup-uploads)\.ts)$/,
  },
  { name: 'link-qr', test: /src\/web\/qr\// },
  // Last, because it would include what the groups above have.
  {
    name: 'setlist-editor',
    test: /src\/web\/(setlists\/|shows\/(show-selects|reopen)|ui\/form\/conflict-panel|http\/use-edit-conflict|queue\/unsent-items|app\/find-current-show|show-display\/confirm-early-go-live)|src\/contract\/(finish-checks|go-live|setup)\.ts$/,
  },
];

const CHUNK_GROUPS = [
  // Everything the landing page needs.
  {
    name: 'entry',
    test: /src\/web\/(theme\/theme|app\/sidebar\/press-before-hydration)\.ts|src\/web\/ui\/loading\/when-idle\.ts|preload-helper/,
  },
  // Rarely changes.
  {
    name: 'framework',
    // Only a show's thread uses useQueries.
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)\/(?!.*(useQueries|queriesObserver))/,
  },
  // What every signed-in page needs for its first paint.
  { name: 'frame', test: /src\/web\/app\/start\.tsx/ },
  // Small modules that pages share. They must not pull in any of the separate chunks.
  {
    name: (id: string, modules: Modules) => (isLight(id, modules) ? 'shared' : null),
    debugName: 'shared',
    test: /src\/(web|contract)\/.*\.tsx?$|~icons/,
    minShareCount: 2,
  },
  ...SEPARATE_CHUNKS,
];

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** Whether a module imports nothing, directly or indirectly, from a separate chunk. */
function isLight(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true;
  seen.add(id);
  if (SEPARATE_CHUNKS.some(({ test }) => test.test(id))) return false;
  return (modules.getModuleInfo(id)?.importedIds ?? []).every((imported) =>
    isLight(imported, modules, seen),
  );
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    slimContract(),
    createIconsPlugin(),
    hashedFirstTheme(),
    fillLoadErrorTexts(),
  ],
  // The package writes inline styles, which the Content Security Policy forbids (see our replacement).
  resolve: { alias: { 'react-style-singleton': styleSingleton } },
  server: {
    proxy: {
      '/api': `http://${apiServer}`,
      [LINK_PATH_PREFIX]: `http://${apiServer}`,
      '/ws': { target: `ws://${apiServer}`, ws: true },
    },
  },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // Lists the chunks of each page, for the size checks and the landing page's preloads.
    manifest: true,
    license: { fileName: '.vite/licenses.md' },
    // Keeps fonts as files. Inlined fonts can't be preloaded or cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Shared code comes in few files, because each file adds latency on a slow connection. A
        // group includes its modules' imports, unless an earlier group has them.
        codeSplitting: {
          groups: CHUNK_GROUPS.map((group, index) => ({
            ...group,
            priority: CHUNK_GROUPS.length - index,
          })),
        },
      },
    },
  },
});

/**
 * Emits first-theme.js with a content hash, so that browsers cache it: the script blocks rendering. Vite
 * ignores it because it isn't a module. A module would run after the first paint.
 */
function hashedFirstTheme(): Plugin {
  const name = 'first-theme.js';
  const path = `src/web/theme/${name}`;
  return {
    name: 'hashed-first-theme',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name, source: readFileSync(path) });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const asset = Object.values(bundle).find((file) => file.name === name);
        return html.replace(`/${path}`, `/${asset?.fileName}`);
      },
    },
  };
}

/** Fills index.html's load error with the texts of the app's error page. */
function fillLoadErrorTexts(): Plugin {
  return {
    name: 'load-error-texts',
    transformIndexHtml: (html) =>
      Object.entries(ERROR_PAGE).reduce(
        (page, [name, text]) => page.replace(`{LOAD_ERROR.${name}}`, text),
        html,
      ),
  };
}
