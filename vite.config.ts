import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { icons } from './scripts/build/icons.mjs';
import { slimContract } from './scripts/build/slim-contract.mjs';
import { LINKS } from './src/contract/link-pages.ts';
import { ERROR_PAGE } from './src/contract/messages.ts';

const server = `127.0.0.1:${process.env.API_PORT ?? '3001'}`;

const stylesOfOurs = fileURLToPath(
  new URL('src/web/ui/overlay/style-singleton.ts', import.meta.url),
);

/** What only some pages need, or need later: what lies over a page, tabs, and forms. */
const APART = [
  // An administrator's alone, whatever page they are on.
  { name: 'setlist-queue', test: /src\/web\/setlists\/(send-change|unsent-changes)\.ts/ },
  { name: 'charts', test: /src\/web\/ui\/list\/column-chart\.tsx/ },
  { name: 'tabs', test: /src\/web\/ui\/tabs\.tsx/ },
  {
    name: 'dialogs',
    test: /src\/web\/(ui\/overlay\/[a-z-]*dialog|http\/confirm-deletion|session\/call-with-fresh-sign-in)\.tsx?$/,
  },
  { name: 'pushes', test: /src\/web\/offline\/push-device\.ts|src\/contract\/push\.ts/ },
  // With the house players beside them, but for the page of these.
  {
    name: 'boards',
    test: /src\/(web\/(board\/(board|board-row|show-board)\.tsx|house-players\/(?!house-page|record-table))|contract\/house-points)/,
  },
  // With the line that names an archive.
  { name: 'imports', test: /src\/(contract\/imports\.ts|web\/[a-z-]+\/setlist-source\.tsx)/ },
  { name: 'menus', test: /src\/web\/ui\/(overlay\/(dropdown-menu|popover)|form\/combobox)\.tsx/ },
  {
    name: 'forms',
    // With what only the forms of accounts need; the `?whole` contract comes later, by itself.
    test: /react-hook-form|src\/web\/(http\/rules-from|accounts\/(password-form|confirm-sign-in|form-parts|passkey-instead|ask-for-passkey|link-token))|src\/contract\/(account-links|passkeys|account-data)\.ts$/,
  },
];

const GROUPS = [
  // All that the landing page needs.
  {
    name: 'entry',
    test: /src\/web\/(theme\/theme|app\/sidebar\/press-before-hydration)\.ts|src\/web\/ui\/loading\/when-idle\.ts|preload-helper/,
  },
  // What seldom changes.
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack)\//,
  },
  // What every signed-in page needs until it is seen.
  { name: 'frame', test: /src\/web\/app\/start\.tsx/ },
  // The small rest that pages share: whoever loads it must not load the above with it.
  {
    name: (id: string, modules: Modules) => (isLight(id, modules) ? 'shared' : null),
    debugName: 'shared',
    test: /src\/(web|contract)\/.*\.tsx?$|~icons/,
    minShareCount: 2,
  },
  ...APART,
];

type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null };

/** Whether nothing that stands apart comes with a module. */
function isLight(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true;
  seen.add(id);
  if (APART.some(({ test }) => test.test(id))) return false;
  return (modules.getModuleInfo(id)?.importedIds ?? []).every((imported) =>
    isLight(imported, modules, seen),
  );
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    slimContract(),
    icons(),
    withoutJsonSchema(),
    keptFirstTheme(),
    wayBackWords(),
  ],
  // The package's own would need a hole in the content policy: see there.
  resolve: { alias: { 'react-style-singleton': stylesOfOurs } },
  server: {
    proxy: {
      '/api': `http://${server}`,
      [LINKS]: `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  build: {
    outDir: 'dist/web',
    target: 'es2022',
    // Which chunks a page needs, for the sizes and the landing page's preloads.
    manifest: true,
    // Fonts stay files of their own: inlined they could be neither preloaded nor cached.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Each file costs a slow line a wait of its own, so that what pages share comes in few. A
        // group takes along what its modules import, as far as no group before it has it.
        codeSplitting: {
          groups: GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index })),
        },
      },
    },
  },
});

/**
 * Every zod schema brings along how to write it down as JSON Schema. Only the server does that, for
 * OpenAPI; without it a first visit loads 5 kB less.
 */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = Array.from(
          code.matchAll(/^export (?:function|const) (\w+)/gm),
          ([, name]) => name,
        );
        return `export const ${names.map((name) => `${name} = undefined`).join(', ')};`;
      },
    },
  };
}

/**
 * What sets the theme is no module, as those run after the first paint, so Vite leaves it as it is.
 * Named by its content it is kept by the browser: asked for anew, it holds up every page.
 */
function keptFirstTheme(): Plugin {
  const name = 'first-theme.js';
  const path = `src/web/theme/${name}`;
  return {
    name: 'kept-first-theme',
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

/** What stands in the app's place when its code does not come says what the app says of a page. */
function wayBackWords(): Plugin {
  return {
    name: 'way-back-words',
    transformIndexHtml: (html) =>
      Object.entries(ERROR_PAGE).reduce(
        (page, [name, words]) => page.replace(`{WAY_BACK.${name}}`, words),
        html,
      ),
  };
}
