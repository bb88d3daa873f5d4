import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../run/dependencies.mjs';
import { failWithTail, root } from '../run/run.mjs';
import { copyProgram, VERSION, writeJson } from './build-program.ts';

/** npm installs the dependencies of this package for each system. */
export async function buildNpmPackage(target: string): Promise<string> {
  const stage = join(target, '.stage-npm');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  try {
    copyProgram(stage, await pinDependencies());
    const { code, output } = await npm([
      ...['pack', stage, `--pack-destination=${target}`, '--ignore-scripts', '--loglevel=error'],
    ]);
    if (code !== 0) failWithTail('npm could not pack the package.', output);
    return `called-it-${VERSION}.tgz`;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

type Dependencies = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

/**
 * Returns the packages that the server loads and what they need, in the locked versions. npm
 * ignores a package's lockfile and would install newer versions, which may need a newer Node.
 */
export async function pinDependencies(): Promise<Dependencies> {
  const stage = mkdtempSync(join(tmpdir(), 'called-it-dependencies-'));
  try {
    for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(stage, file));
    const { dependencies, optionalDependencies } = readJson(
      join(root, 'deploy/runtime'),
      'package.json',
    );
    writeJson(join(stage, 'package.json'), { dependencies, optionalDependencies });
    const { code, output } = await npm([
      ...['install', `--prefix=${stage}`, '--package-lock-only', '--offline', '--ignore-scripts'],
      ...['--no-audit', '--no-fund', '--loglevel=error'],
    ]);
    if (code !== 0) failWithTail('npm could not pin the dependencies of the package.', output);
    const { packages } = readJson(stage, 'package-lock.json');
    const pin = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, packages[MODULES + name].version]));
    const required = Object.keys(packages).filter(
      (path) => path.lastIndexOf(MODULES) === 0 && !packages[path].optional,
    );
    return {
      dependencies: pin(required.map((path) => path.slice(MODULES.length))),
      optionalDependencies: pin(Object.keys(optionalDependencies)),
    };
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

const MODULES = 'node_modules/';

function readJson(folder: string, file: string) {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
