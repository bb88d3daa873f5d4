import { readFileSync } from 'node:fs';
import { failWithTail, root, run } from './run.mjs';

/**
 * Installs the packages that are missing or not those of package-lock.json; ends the process when
 * that fails. Without `development` these are the ones that build and run the product, unless the
 * others are there already: then they stay.
 *
 * @param {{ development?: boolean }} [options]
 */
export async function ensureDependencies({ development = false } = {}) {
  const [lock, installed] = [read('package-lock.json'), read('node_modules/.package-lock.json')];
  const all = development || hasDevelopment(installed);
  if (installedMatches(lock, installed, { development: all })) return;
  console.log(all ? 'Installing dependencies, those of tests too…' : 'Installing dependencies…');
  // `install` adds what is missing; `ci` would begin with an empty folder.
  const command = installed ? ['install', '--no-save'] : ['ci'];
  const args = [...command, all ? '--include=dev' : '--omit=dev', '--ignore-scripts'];
  // The lockfile names no addresses, which npm then asks the registry for: its cache has most.
  const { code } = await npm([...args, '--prefer-offline']);
  if (code === 0) return;
  const online = await npm(args);
  if (online.code !== 0) failWithTail('npm could not install the dependencies.', online.output);
}

/**
 * Compares the lockfile with npm's own note of what it has put into node_modules. Optional
 * packages don't count: most are binaries for other systems.
 *
 * @param {string | undefined} lock text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 * @param {{ development: boolean }} options whether packages for development only count
 */
export function installedMatches(lock, installed, { development }) {
  if (!lock || !installed) return false;
  const there = packagesOf(installed);
  return Object.entries(packagesOf(lock)).every(
    ([path, { version, integrity, optional, devOptional, dev }]) =>
      path === '' ||
      optional ||
      ((dev || devOptional) && !development) ||
      (there[path]?.version === version && there[path]?.integrity === integrity),
  );
}

/**
 * Whether packages for development are installed, in whatever version.
 *
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 */
export function hasDevelopment(installed) {
  return installed !== undefined && Object.values(packagesOf(installed)).some(({ dev }) => dev);
}

/**
 * @typedef {{
 *   version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean
 * }} Package `devOptional` is one that development needs, and that another may use if it is there
 *
 * @param {string} lock
 * @returns {Record<string, Package>}
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
