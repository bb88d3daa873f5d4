import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const CODE_FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g;
/** Stands for any name, as in `bench/NAME.ts`. */
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
