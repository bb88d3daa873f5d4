import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const CODE_FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g;
/** Matches a placeholder, as in `bench/NAME.ts`. */
const PLACEHOLDER = /[A-Z]{4}/;

test('the docs name only code files that exist', () => {
  const paths = projectFiles();
  const isKnown = (name: string) => paths.some((path) => `/${path}`.endsWith(`/${name}`));
  const unknownPaths = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      Array.from((readText(path) ?? '').matchAll(CODE_FILE), ([, name = '']) => ({ path, name })),
    )
    .filter(({ name }) => !PLACEHOLDER.test(name) && !isKnown(name));
  expect(unknownPaths.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

const pages = projectFiles().filter((path) => path.endsWith('.md'));
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

test('links between the docs point to existing files and headings', () => {
  const paths = projectFiles();
  const broken = pages.flatMap((page) =>
    Array.from(removeCode(readText(page) ?? '').matchAll(LINK), ([link, path = '', heading]) => {
      const target = path ? normalize(join(dirname(page), path)).replace(/\/$/, '') : page;
      const isThere = paths.some((file) => file === target || file.startsWith(`${target}/`));
      const hasHeading = !heading || !target.endsWith('.md') || listAnchors(target).has(heading);
      return isThere && hasHeading ? [] : [`${page}: ${link}`];
    }).flat(),
  );
  expect(broken).toEqual([]);
});

function removeCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
}

function listAnchors(page: string): Set<string> {
  const headings = (readText(page) ?? '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('each page for operators has fewer than 150 lines and is in the index', () => {
  const index = readText('docs/README.md') ?? '';
  const operatorPages = pages.filter((page) => page.startsWith('docs/operator/'));
  expect(operatorPages).toHaveLength(8);
  for (const page of operatorPages) {
    expect(readText(page)?.split('\n').length, page).toBeLessThan(150);
    expect(index).toContain(`(${page.slice('docs/'.length)})`);
  }
});

test('each page has at most 200 lines, except the table of security requirements', () => {
  const longPages = pages.filter((page) => (readText(page) ?? '').split('\n').length - 1 > 200);
  expect(longPages).toEqual(['docs/security.md']);
});

test('CONTRIBUTING.md names every folder of the server and of the web app', () => {
  const text = readText('CONTRIBUTING.md') ?? '';
  const [, maps = ''] = text.split('## Where each screen lives');
  const [screens = '', server = ''] = maps.split("## Where the server's code lives");
  const layers = text.split('**Web layers:**')[1]?.split('\n- ')[0] ?? '';
  const isNamed = (map: string, name: string) => new RegExp(`\`${name}[/\`]`).test(map);
  const unnamed = [
    ...listEntries('src/server').filter((name) => !isNamed(server, name)),
    ...listEntries('src/web').filter(
      (name) => !isNamed(screens + layers, name) && name !== 'main.tsx',
    ),
  ];
  expect(unnamed).toEqual([]);
});

/** Returns the folders in a folder, and its files except tests and styles. */
function listEntries(folder: string): string[] {
  const names = projectFiles(folder).map((path) => path.slice(folder.length + 1));
  const files = names.filter((name) => /^[^/]+(?<!\.test)\.tsx?$/.test(name));
  const folders = names
    .filter((name) => name.includes('/'))
    .map((name) => name.split('/')[0] ?? '');
  return [...new Set([...folders, ...files])];
}
