import { existsSync } from 'node:fs';

/** URL of a file of the project, by its path from the root; the same from `src/` and from `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, root);
}

/** Whether the sources run themselves, as they do in development and in tests. */
export const runsFromSource = import.meta.url.endsWith('.ts');

const root = findRoot(new URL('.', import.meta.url));

function findRoot(from: URL): URL {
  if (existsSync(new URL('package.json', from))) return from;
  const parent = new URL('..', from);
  if (parent.href === from.href) throw new Error('No package.json above the running program.');
  return findRoot(parent);
}
