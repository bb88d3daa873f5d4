import { existsSync } from 'node:fs';

/** Resolves a path from the repository root, from both `src/` and `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, root);
}

export const runsFromSource = import.meta.url.endsWith('.ts');

const root = findRoot(new URL('.', import.meta.url));

function findRoot(from: URL): URL {
  if (existsSync(new URL('package.json', from))) return from;
  const parent = new URL('..', from);
  if (parent.href === from.href) throw new Error('No package.json above the running program.');
  return findRoot(parent);
}
