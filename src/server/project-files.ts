import { existsSync, readFileSync } from 'node:fs';

/** Resolves a path from the repository root, from both `src/` and `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, root);
}

export function readVersion(): string {
  return JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version;
}

export const runsFromSource = import.meta.url.endsWith('.ts');

const root = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href)
    throw new Error('No package.json in any parent folder of the running program.');
  return findRoot(parent);
}
