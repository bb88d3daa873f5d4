import { expect, it } from 'vitest';
import { projectFiles, textOf } from './project-text.ts';

const CODE_FILE = /`([\w./-]+\.(?:tsx?|mjs))`/g;
/** Stands for any name, as in `bench/NAME.ts`. */
const PLACEHOLDER = /[A-Z]{4}/;

it('the docs name only code files that exist', () => {
  const paths = projectFiles();
  const isKnown = (name: string) => paths.some((path) => `/${path}`.endsWith(`/${name}`));
  const unknown = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      Array.from((textOf(path) ?? '').matchAll(CODE_FILE), ([, name = '']) => ({ path, name })),
    )
    .filter(({ name }) => !PLACEHOLDER.test(name) && !isKnown(name));
  expect(unknown.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
