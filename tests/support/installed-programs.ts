import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The oldest PostgreSQL that the app supports. */
export const oldestPostgres = 15;

/** The newest PostgreSQL on this machine that the app supports: its version and folder of programs. */
export function findPostgres(): { version: number; bin: string } | undefined {
  return [...debianPostgresFolders(), ...searchPath()]
    .map((bin) => ({ bin, version: postgresVersion(bin) }))
    .filter(({ version }) => version >= oldestPostgres)
    .sort((a, b) => b.version - a.version)[0];
}

/**
 * Path of a Chromium or Chrome that Playwright can drive. The headless shell comes first: it has no
 * windows and takes a sixth less time, but no push messages either, for which `whole` leaves it out.
 */
export function findChromium({ whole = false } = {}): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const mac = ['Google Chrome', 'Chromium'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  const shell = whole ? undefined : findProgram('chromium-headless-shell');
  return shell ?? names.map(findProgram).find(Boolean) ?? mac.find((path) => existsSync(path));
}

/** Path of nginx, which Debian keeps where only root looks for programs. */
export function findNginx(): string | undefined {
  return findProgram('nginx') ?? ['/usr/sbin/nginx'].find((path) => existsSync(path));
}

/** Path of a program on PATH. */
export function findProgram(name: string): string | undefined {
  return searchPath()
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

// Debian keeps the server's programs of every version in a folder of its own, off PATH.
function debianPostgresFolders() {
  const folder = '/usr/lib/postgresql';
  return existsSync(folder)
    ? readdirSync(folder).map((version) => join(folder, version, 'bin'))
    : [];
}

function postgresVersion(bin: string): number {
  if (!existsSync(join(bin, 'initdb')) || !existsSync(join(bin, 'postgres'))) return 0;
  const answer = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(answer)?.[0] ?? 0);
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}
