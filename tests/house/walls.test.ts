import { describe, expect, it } from 'vitest';
import { ERROR_PAGE } from '#contract/messages.ts';
import { PAGES } from '#contract/pages.ts';
import { circles } from './circles.ts';
import { importsOf, importsUnder } from './imports.ts';
import { projectFiles, textOf } from './project-text.ts';
import { brokenWalls } from './walls.ts';

const imports = importsUnder('src');
/** A mutation of TanStack's own, or one that is built. */
const BY_HAND = /\buse(?:Base)?Mutation\b[^;]*from '@tanstack|MutationObserver|getMutationCache/;

describe('the walls of the house', () => {
  it('stand', () => {
    expect(brokenWalls(imports)).toEqual([]);
  });

  it('leave no circle between files, types included', () => {
    expect(circles(imports)).toEqual([]);
  });

  it("leave no circle between the server's features", () => {
    const feature = (path: string) => /^src\/server\/([^/]+)\//.exec(path)?.[1];
    const ground = ['audit', 'band', 'db', 'http', 'mail', 'metrics', 'pages', 'realtime'];
    const edges = imports.flatMap(({ from, to }) => {
      const [a, b] = [feature(from), feature(to)];
      return a && b && !ground.includes(a) ? [{ from: a, to: b }] : [];
    });
    expect(circles(edges)).toEqual([]);
  });

  it('have no barrels', () => {
    expect(projectFiles('src').filter((path) => /\/index\.tsx?$/.test(path))).toEqual([]);
    // But for the list of icons, whose modules are made while building.
    const reexports = imports.filter(({ isReexport, to }) => isReexport && to !== '~icons');
    expect(reexports).toEqual([]);
  });

  it('have no drawer for odds and ends', () => {
    const drawer = /(?:^|[/-])(?:utils?|helpers?|common|misc)(?:[/.-]|$)/;
    expect(projectFiles().filter((path) => drawer.test(path))).toEqual([]);
  });

  it("make a page's address in one place", () => {
    const ofPages = Object.values(PAGES).flatMap(({ path }) =>
      path === '/' ? [] : [path.slice(1)],
    );
    const byHand = new RegExp(
      `["'\`]/(?:${ofPages.join('|')})["'\`?/]|(?:href|to)=[{"'\`]+/["'?\`]`,
    );
    const writing = projectFiles('src/web').filter(
      (path) => /(?<!\.test)\.tsx?$/.test(path) && byHand.test(textOf(path) ?? ''),
    );
    expect(writing).toEqual([]);
  });

  it("make a card's address in one place, on both sides", () => {
    const writing = projectFiles('src').filter(
      (path) =>
        /(?<!\.test)\.tsx?$/.test(path) && /["'`}]\/s\/(?!fonts\/)/.test(textOf(path) ?? ''),
    );
    expect(writing).toEqual(['src/contract/link-pages.ts']);
  });

  it('say what stands in place of a broken page once', () => {
    const page = textOf('index.html') ?? '';
    for (const [name, words] of Object.entries(ERROR_PAGE)) {
      expect(page).toContain(`{WAY_BACK.${name}}`);
      const saying = [...projectFiles('src'), 'index.html'].filter(
        (path) => !/\.test\./.test(path) && textOf(path)?.includes(words),
      );
      expect(saying).toEqual(['src/contract/messages.ts']);
    }
  });

  it('leave the cache to calls and to what starts the app: all others ask its context', () => {
    const makers =
      /^src\/web\/(?:http\/|app\/(?:app\.tsx|start\.tsx|draw-ahead\.tsx|fetch-ahead(?:\.test)?\.ts)$)/;
    const users = imports.filter(({ to }) => to === 'src/web/http/query-client.ts');
    expect(users.map(({ from }) => from).filter((path) => !makers.test(path))).toEqual([]);
  });

  it('have one way to write', () => {
    // TanStack's own knows no double tap; what is not made by `mutationFor` tells nobody anything.
    const others = projectFiles('src/web').filter((path) => {
      const text = textOf(path) ?? '';
      return (
        !path.startsWith('src/web/http/') &&
        (/\buseMutation\((?!\s*mutationFor\()/.test(text) || BY_HAND.test(text))
      );
    });
    expect(others).toEqual([]);
  });

  it('draw waiting and failing in one place', () => {
    const drawing = projectFiles('src/web').filter((path) =>
      textOf(path)?.includes('.isLoadingError'),
    );
    expect(drawing).toEqual(['src/web/http/loaded.tsx']);
  });

  it('keep what is shown when reading it anew fails', () => {
    // TanStack's `isError` is true then as well; `isLoadingError` only where there is nothing to show.
    const tearing = projectFiles('src/web').filter((path) => textOf(path)?.includes('.isError'));
    expect(tearing).toEqual([]);
  });
});

describe('brokenWalls', () => {
  it.each([
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
    ['src/web/shows/page.tsx', "import { open } from '#server/db/open.ts'", false],
  ])('%s: %s', (path, source, allowed) => {
    expect(brokenWalls(importsOf(path, source))).toHaveLength(allowed ? 0 : 1);
  });
});

describe('circles', () => {
  it('finds a way round, and none where there is none', () => {
    const line = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
    ];
    expect(circles(line)).toEqual([]);
    expect(circles([...line, { from: 'c', to: 'a' }])).toContain('a → b → c → a');
  });
});
