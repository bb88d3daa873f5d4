import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const oldestPostgres = 15;

export function findPostgres(): { version: number; bin: string } | undefined {
  return [...listDebianPostgresFolders(), ...listPathFolders()]
    .map((bin) => ({ bin, version: readPostgresVersion(bin) }))
    .filter(({ version }) => version >= oldestPostgres)
    .sort((a, b) => b.version - a.version)[0];
}

/** The headless shell saves a sixth of the time, but lacks push messages. */
export function findChromium({ whole = false } = {}): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const mac = ['Google Chrome', 'Chromium'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  const shell = whole ? undefined : findProgram('chromium-headless-shell');
  return shell ?? names.map(findProgram).find(Boolean) ?? mac.find((path) => existsSync(path));
}

/** Debian installs nginx outside most users' PATH. */
export function findNginx(): string | undefined {
  return findProgram('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path));
}

export function findProgram(name: string): string | undefined {
  return listPathFolders()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

// Debian installs each version's server programs in its own folder, outside PATH.
function listDebianPostgresFolders() {
  const folder = '/usr/lib/postgresql';
  return existsSync(folder)
    ? readdirSync(folder).map((version) => join(folder, version, 'bin'))
    : [];
}

function readPostgresVersion(bin: string): number {
  if (!existsSync(join(bin, 'initdb')) || !existsSync(join(bin, 'postgres'))) return 0;
  const stdout = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(stdout)?.[0] ?? 0);
}

function listPathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}
