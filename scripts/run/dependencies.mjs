import { readFileSync } from 'node:fs';
import { failWithTail, root, run } from './run.mjs';

/**
 * Installs missing packages and those that differ from package-lock.json; exits the process if that
 * fails. Without `development`, installs only packages that build and run the product, but keeps
 * development packages that are already installed.
 *
 * @param {{ development?: boolean }} [options]
 */
export async function ensureDependencies({ development = false } = {}) {
  const [lock, installed] = [read('package-lock.json'), read('node_modules/.package-lock.json')];
  const includesDevelopment = development || hasDevelopmentPackages(installed);
  if (isInstallationCurrent(lock, installed, { development: includesDevelopment })) return;
  console.log(
    includesDevelopment
      ? 'Installing dependencies, including development…'
      : 'Installing dependencies…',
  );
  // `install` adds missing packages. `ci` would delete the folder first.
  const command = installed ? ['install', '--no-save'] : ['ci'];
  // The only pure peer dependencies are type definitions (4 MB). npm keeps them despite
  // `--omit=dev`.
  const kinds = includesDevelopment ? ['--include=dev'] : ['--omit=dev', '--legacy-peer-deps'];
  const args = [...command, ...kinds, '--ignore-scripts'];
  // The lockfile has no URLs, so npm looks packages up in the registry. Its cache has most of them.
  const { code } = await npm([...args, '--prefer-offline']);
  if (code === 0) return;
  const online = await npm(args);
  if (online.code !== 0) failWithTail('npm could not install the dependencies.', online.output);
}

/**
 * Compares the lockfile with npm's record of node_modules. Ignores optional packages, because most
 * are binaries for other systems.
 *
 * @param {string | undefined} lock text of package-lock.json
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 * @param {{ development: boolean }} options whether development packages count
 */
export function isInstallationCurrent(lock, installed, { development }) {
  if (!lock || !installed) return false;
  const installedPackages = listPackages(installed);
  return Object.entries(listPackages(lock)).every(
    ([path, { version, integrity, optional, devOptional, dev }]) =>
      path === '' ||
      optional ||
      ((dev || devOptional) && !development) ||
      (installedPackages[path]?.version === version &&
        installedPackages[path]?.integrity === integrity),
  );
}

/**
 * Returns whether development packages are installed, in any version.
 *
 * @param {string | undefined} installed text of node_modules/.package-lock.json
 */
export function hasDevelopmentPackages(installed) {
  return installed !== undefined && Object.values(listPackages(installed)).some(({ dev }) => dev);
}

/**
 * @typedef {{
 *   version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean
 * }} Package `devOptional`: needed for development, and optional for another package
 *
 * @param {string} lock
 * @returns {Record<string, Package>}
 */
const listPackages = (lock) => JSON.parse(lock).packages;

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(root + path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Runs npm without showing its output.
 *
 * @param {string[]} args
 */
export function npm(args) {
  // npm sets this path for its scripts, which avoids searching for npm.cmd.
  const script = process.env.npm_execpath;
  return script?.endsWith('npm-cli.js')
    ? run(process.execPath, [script, ...args], { quiet: true })
    : run('npm', args, { quiet: true });
}
