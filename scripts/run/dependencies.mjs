import { readFileSync } from 'node:fs';
import { failWithTail, root, run } from './run.mjs';

/**
 * Installs the dependencies when they are missing or not those of package-lock.json; ends the
 * process when that fails. The development ones are included whatever NODE_ENV says: the build
 * needs them.
 */
export async function ensureDependencies() {
  if (installedMatches(read('package-lock.json'), read('node_modules/.package-lock.json'))) return;
  console.log('Installing dependencies…');
  const { code, output } = await npm(['ci', '--include=dev', '--ignore-scripts']);
  if (code !== 0) failWithTail('npm could not install the dependencies.', output);
}

/**
 * Compares the lockfile with npm's own note of what it has put into node_modules. Optional
 * packages don't count: most are binaries for other systems.
 *
 * @param {string | undefined} lock text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 */
export function installedMatches(lock, installed) {
  if (!lock || !installed) return false;
  const there = packagesOf(installed);
  return Object.entries(packagesOf(lock)).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      optional ||
      (there[path]?.version === version && there[path]?.integrity === integrity),
  );
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
const packagesOf = (lock) => JSON.parse(lock).packages;

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(root + path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs npm to its end, quietly.
 *
 * @param {string[]} args
 */
export function npm(args) {
  // Run by npm, its own script is named in the environment; that spares looking for npm.cmd.
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? run(process.execPath, [script, ...args], { quiet: true })
    : run('npm', args, { quiet: true });
}
