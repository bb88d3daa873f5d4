import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../run/run.mjs';

const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

export const VERSION: string = project.version;
/** The oldest supported Node. */
export const NODE_VERSION: string = project.engines.node.replace('>=', '');

const FILES = [
  ...['dist', 'drizzle', 'bands', 'docs'],
  ...['called-it', 'compile-cache', 'node-version'].map((name) => `scripts/run/${name}.mjs`),
  ...['.env.example', 'CHANGELOG.md', 'LICENSE', 'SECURITY.md'],
];
const UNUSED =
  /\.map$|^dist\/(\.compile-cache|sbom\.json)$|^docs\/(decisions|screenshots|examples)$/;

/** The program's package.json also contains `fields`. */
export function copyProgram(folder: string, fields: Record<string, unknown> = {}): void {
  for (const path of FILES) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !UNUSED.test(relative(root, source).replaceAll('\\', '/')),
    });
  }
  const { name, version, description, license, type, engines } = project;
  writeJson(join(folder, 'package.json'), {
    ...{ name, version, description, license, type, engines },
    bin: { 'called-it': 'scripts/run/called-it.mjs' },
    ...fields,
  });
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
/** Licenses of PostgreSQL and its libraries, which its npm package lacks. */
const POSTGRESQL_LICENSES = 'deploy/release/licenses';

export function writeLicenses(folder: string): void {
  const bundled = ['dist/server/licenses.md', 'dist/web/.vite/licenses.md'];
  const modules = join(folder, 'node_modules');
  const packages = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .filter((path) => LICENSE_FILE.test(path.split(/[\\/]/).at(-1) ?? ''))
    .sort();
  const parts = [
    '# Licenses\n\nCalled It is licensed under the MIT License: see LICENSE. It contains the software below.',
    ...bundled.map((path) => readFileSync(join(root, path), 'utf8')),
    ...packages.map(
      (path) => `## ${dirname(path)}\n\n${readFileSync(join(modules, path), 'utf8').trim()}`,
    ),
  ];
  const target = join(folder, 'licenses');
  mkdirSync(target);
  writeFileSync(join(target, 'LICENSES.md'), `${parts.map((part) => part.trim()).join('\n\n')}\n`);
  cpSync(join(root, POSTGRESQL_LICENSES), target, { recursive: true });
}

export function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
