import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../run/dependencies.mjs';
import { failWithTail, root } from '../run/run.mjs';
import { copyProgram, VERSION } from './build-program.ts';

/** Builds the same program as a package, whose dependencies npm installs for the system. */
export async function buildNpmPackage(target: string): Promise<string> {
  const stage = join(target, '.stage-npm');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  try {
    copyProgram(stage, pinDependencies());
    const { code, output } = await npm([
      ...['pack', stage, `--pack-destination=${target}`, '--ignore-scripts', '--loglevel=error'],
    ]);
    if (code !== 0) failWithTail('npm could not pack the package.', output);
    return `called-it-${VERSION}.tgz`;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The packages that the server loads, in exactly the locked versions. */
function pinDependencies(): Record<string, Record<string, string>> {
  const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const { packages } = readJson('package-lock.json');
  const runtime = readJson('deploy/runtime/package.json');
  const pin = (names: Record<string, string>) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [name, packages[`node_modules/${name}`].version]),
    );
  return {
    dependencies: pin(runtime.dependencies),
    optionalDependencies: pin(runtime.optionalDependencies),
  };
}
