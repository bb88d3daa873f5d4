import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { failWithTail, root, run } from './run.mjs';

const stampFile = `${root}dist/.stamp`;
const products = [
  'dist/server/main.js',
  'dist/web/index.html',
  'dist/web/service-worker.js',
  'dist/ssr/prerender.js',
  'dist/ssr/render-link.js',
];
const sources = [
  ...['src', 'tools', 'public', 'index.html', 'package.json', 'package-lock.json'],
  ...['scripts/build', 'vite.config.ts', 'tsconfig.json', 'config/tsconfig'],
];

/** Builds if a source has changed since the last build. Exits if the build fails. */
export async function ensureBuild() {
  if (buildIsCurrent()) return;
  console.log('Building…');
  const { code, output } = await run(process.execPath, ['scripts/build/build.mjs'], {
    quiet: true,
  });
  if (code !== 0) failWithTail('The build failed.', output);
}

export function buildIsCurrent() {
  return (
    existsSync(stampFile) &&
    products.every((path) => existsSync(root + path)) &&
    readFileSync(stampFile, 'utf8') === hashSources()
  );
}

/** An interrupted build then doesn't count as complete. */
export function clearStamp() {
  rmSync(stampFile, { force: true });
}

/** @param {string} hash taken before the build, so that a change during it counts as new */
export function stampBuild(hash) {
  writeFileSync(stampFile, hash);
}

export function hashSources() {
  const hash = createHash('sha256');
  for (const path of listSourceFiles()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(root + path))
      .update('\0');
  }
  return hash.digest('hex');
}

function listSourceFiles() {
  return sources
    .flatMap(listFilesUnder)
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .sort();
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFilesUnder(path) {
  if (!existsSync(root + path)) return [];
  try {
    return readdirSync(root + path).flatMap((name) => listFilesUnder(`${path}/${name}`));
  } catch {
    return [path];
  }
}
