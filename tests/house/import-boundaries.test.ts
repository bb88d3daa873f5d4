import { describe, expect, test } from 'vitest';
import { ERROR_PAGE } from '#contract/messages.ts';
import { PAGES } from '#contract/pages.ts';
import { findCycles } from './cycles.ts';
import { listBoundaryViolations } from './import-boundaries.ts';
import { listImports, listImportsUnder } from './imports.ts';
import { projectFiles, readText } from './project-text.ts';

const imports = listImportsUnder('src');
/** TanStack's mutation APIs other than `useMutation(mutationFor(…))`. */
const OTHER_MUTATIONS =
  /\buse(?:Base)?Mutation\b[^;]*from '@tanstack|MutationObserver|getMutationCache/;

describe('the import rules', () => {
  test('hold for every file', () => {
    expect(listBoundaryViolations(imports)).toEqual([]);
  });

  test('allow no import cycle between files, types included', () => {
    expect(findCycles(imports)).toEqual([]);
  });

  test("allow no import cycle between the server's folders", () => {
    const findFolder = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1];
    const edges = imports.flatMap(({ from, to }) => {
      const [source, target] = [findFolder(from), findFolder(to)];
      return source && target && !from.includes('.test.') ? [{ from: source, to: target }] : [];
    });
    expect(findCycles(edges)).toEqual([]);
  });

  test('allow no barrels', () => {
    expect(projectFiles('src').filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
    // The icons are an exception, because the build generates their modules.
    const reexports = imports.filter(({ isReexport, to }) => isReexport && to !== '~icons');
    expect(reexports).toEqual([]);
  });

  test('allow no folder or file for miscellaneous code', () => {
    const pattern = /(?:^|[/-])(?:utils?|helpers?|common|misc)(?:[/.-]|$)/;
    expect(projectFiles().filter((path) => pattern.test(path))).toEqual([]);
  });

  test('let only a few files open a transaction or announce a change directly', () => {
    const listFilesWith = (pattern: RegExp) =>
      projectFiles('src/server').filter(
        (path) => /(?<!\.test)\.ts$/.test(path) && pattern.test(readText(path) ?? ''),
      );
    expect(listFilesWith(/\bannounce\(\{/)).toEqual([
      'src/server/backups/routes.ts',
      'src/server/catalog/imports/routes.ts',
      'src/server/http/change.ts',
      'src/server/predictions/routes.ts',
      'src/server/sessions/sessions.ts',
    ]);
    expect(listFilesWith(/(?:\bdb|\bdrizzle\([^)]*\))\s*\.transaction\(/)).toEqual([
      'src/server/account-data/read-account-data.ts',
      'src/server/backups/restore-backup.ts',
      'src/server/catalog/imports/runs/jobs.ts',
      'src/server/changes/run-change.ts',
      'src/server/crowd/crowd-counts.ts',
      'src/server/db/transaction.ts',
      'src/server/demo/demo.ts',
      'src/server/forums/new-posts.ts',
      'src/server/invariants/check.ts',
      'src/server/notifications/claim.ts',
      'src/server/scoring/picks-cache.ts',
      'src/server/setlists/announce-opened.ts',
      'src/server/webhooks/deliveries.ts',
    ]);
    // A preview that is rolled back, and what runs while no server or no bus is open.
    expect(listFilesWith(/(?<!function )\brunChange\(/)).toEqual([
      'src/server/accounts/administrators/administrators.ts',
      'src/server/accounts/administrators/first-admin.ts',
      'src/server/catalog/band-pack/import-pack.ts',
      'src/server/catalog/imports/runs/preview-archive.ts',
      'src/server/changes/run-change.ts',
      'src/server/http/change.ts',
    ]);
  });

  test('build page paths in one place', () => {
    const pagePaths = Object.values(PAGES).flatMap(({ path }) =>
      path === '/' ? [] : [path.slice(1).replace(/\/\{.*/, '')],
    );
    const writtenPath = new RegExp(
      `["'\`]/(?:${pagePaths.join('|')})["'\`?/]|(?:href|to)=[{"'\`]+/["'?\`]`,
    );
    const files = projectFiles('src/web').filter(
      (path) => /(?<!\.test)\.tsx?$/.test(path) && writtenPath.test(readText(path) ?? ''),
    );
    expect(files).toEqual([]);
  });

  test('build card paths in one place', () => {
    const files = projectFiles('src').filter(
      (path) =>
        /(?<!\.test)\.tsx?$/.test(path) && /["'`}]\/s\/(?!fonts\/)/.test(readText(path) ?? ''),
    );
    expect(files).toEqual(['src/contract/link-pages.ts']);
  });

  test('state the text of the error page once', () => {
    const page = readText('index.html') ?? '';
    for (const [name, text] of Object.entries(ERROR_PAGE)) {
      expect(page).toContain(`{LOAD_ERROR.${name}}`);
      const files = [...projectFiles('src'), 'index.html'].filter(
        (path) => !/\.test\./.test(path) && readText(path)?.includes(text),
      );
      expect(files).toEqual(['src/contract/messages.ts']);
    }
  });

  test("let only src/web/http and the app's start import the query client", () => {
    const allowedPath =
      /^src\/web\/(?:http\/|app\/(?:app\.tsx|start\.tsx|prerender(?:\.test)?\.tsx|prefetch-page(?:\.test)?\.ts)$)/;
    const users = imports.filter(({ to }) => to === 'src/web/http/query-client.ts');
    expect(users.map(({ from }) => from).filter((path) => !allowedPath.test(path))).toEqual([]);
  });

  test('write only through mutationFor', () => {
    // TanStack's own mutations don't prevent double taps and don't report what they changed.
    const otherFiles = projectFiles('src/web').filter((path) => {
      const text = readText(path) ?? '';
      return (
        !path.startsWith('src/web/http/') &&
        (/\buseMutation\((?!\s*mutationFor\()/.test(text) || OTHER_MUTATIONS.test(text))
      );
    });
    expect(otherFiles).toEqual([]);
  });

  test('render loading and errors in one place', () => {
    const files = projectFiles('src/web').filter((path) =>
      readText(path)?.includes('.isLoadingError'),
    );
    expect(files).toEqual(['src/web/http/loaded.tsx']);
  });

  test('keep displayed data when a refetch fails', () => {
    // TanStack's `isError` is also true after a failed refetch, while old data is displayed.
    const files = projectFiles('src/web').filter((path) => readText(path)?.includes('.isError'));
    expect(files).toEqual([]);
  });
});

describe('listBoundaryViolations', () => {
  test.each([
    ['src/contract/shows.ts', "import { z } from 'zod'", true],
    ['src/contract/shows.ts', "import { songs } from './songs.ts'", true],
    ['src/contract/shows.ts', "import { tz } from '@date-fns/tz'", false],
    ['src/contract/shows.test.ts', "import { expect } from 'vitest'", true],
    ['src/contract/shows.test.ts', "import { open } from '#server/db/open.ts'", false],
    ['src/contract/shows.ts', "import { open } from '#server/db/open.ts'", false],
    ['src/server/scoring/score.ts', "import { x } from '#server/predictions/queries.ts'", true],
    ['src/server/predictions/routes.ts', "import { x } from '../scoring/score.ts'", false],
    ['src/server/predictions/routes.ts', "import type { X } from '../scoring/score.ts'", false],
    ['src/server/shows/routes.ts', "import { buildApp } from '../app.ts'", false],
    ['src/server/app.ts', "import { routes } from './shows/routes.ts'", true],
    ['src/server/attic/routes.ts', "import { db } from '../db/open.ts'", false],
    ['src/server/shows/routes.ts', "import { Page } from '#web/shows/page.tsx'", false],
    ['src/web/shows/page.tsx', "import { Button } from '#web/ui/button.tsx'", true],
    ['src/web/shows/page.tsx', "import { Song } from '../songs/song.tsx'", false],
    ['src/web/shows/page.tsx', "const song = () => import('../songs/song.tsx')", false],
    ['src/web/shows/page.tsx', "export { Song } from '../songs/song.tsx'", false],
    ['src/web/shows/page.tsx', "import { routes } from '#web/app/routes.tsx'", false],
    ['src/web/app/routes.tsx', "import { Page } from '#web/shows/page.tsx'", true],
    ['src/web/ui/button.tsx', "import { shows } from '#contract/shows.ts'", false],
    ['src/web/ui/button.tsx', "import { useSession } from '../session/session.ts'", false],
    ['src/web/http/fetch.ts', "import { Page } from '../shows/page.tsx'", false],
    ['src/web/http/fetch.ts', "import { endpoint } from '#contract/endpoint.ts'", true],
    ['src/web/http/fetch.ts', "import { open } from '../realtime/connection.ts'", false],
    ['src/web/realtime/connection.ts', "import { call } from '../http/call.ts'", true],
    ['src/web/realtime/connection.ts', "import { useQueue } from '../queue/use-queue.ts'", true],
    ['src/web/queue/queue.ts', "import { open } from '../realtime/connection.ts'", false],
    [
      'src/web/queue/queue.ts',
      "import { openSetlistQueue } from '../setlists/setlist-queue.ts'",
      false,
    ],
    ['src/web/shows/page.tsx', "import { open } from '#server/db/open.ts'", false],
  ])('%s: %s', (path, source, allowedPath) => {
    expect(listBoundaryViolations(listImports(path, source))).toHaveLength(allowedPath ? 0 : 1);
  });
});

describe('cycles', () => {
  test('finds a cycle, and none in an acyclic graph', () => {
    const acyclic = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
    ];
    expect(findCycles(acyclic)).toEqual([]);
    expect(findCycles([...acyclic, { from: 'c', to: 'a' }])).toContain('a → b → c → a');
  });
});
