import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const IGNORED = [
  /^\.git$/,
  /^node_modules$/,
  /^dist$/,
  /^\.data$/,
  /^coverage$/,
  /^\.env$/,
  /\.log$/,
];

export function projectFiles(folder = ''): string[] {
  return readdirSync(root + folder)
    .filter((name) => !IGNORED.some((pattern) => pattern.test(name)))
    .map((name) => (folder ? `${folder}/${name}` : name))
    .flatMap((path) => (statSync(root + path).isDirectory() ? projectFiles(path) : [path]))
    .sort();
}

/** Returns undefined for a binary file. */
export function readText(path: string): string | undefined {
  const bytes = readFileSync(root + path);
  return bytes.includes(0) ? undefined : bytes.toString('utf8');
}
