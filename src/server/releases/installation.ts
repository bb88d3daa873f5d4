import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

// A release has a launcher, `versions` (one program each) and `current` (the active version).

const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** `release.json` of a program, written by `npm run release`. */
export const releaseInfo = z.object({
  version: z.string().regex(VERSION),
  platform: z.string(),
  arch: z.string(),
  node: z.string().regex(/^\d+\.\d+\.\d+$/),
  postgresql: z.int(),
});
export type ReleaseInfo = z.output<typeof releaseInfo>;

export function findProgram(home: string, version: string): string {
  return join(home, 'versions', version);
}

export function readCurrentVersion(home: string): string {
  return readFileSync(join(home, 'current'), 'utf8').trim();
}

/** Writes atomically, so an interruption leaves either the old or the new version. */
export function writeCurrentVersion(home: string, version: string): void {
  const newFile = join(home, `current.${process.pid}`);
  writeFileSync(newFile, `${version}\n`);
  renameSync(newFile, join(home, 'current'));
}

/** Keeps the previous version for a rollback. During an update, old versions may still run. */
export function removeOldVersions(home: string, running: string, previous?: string): void {
  const folder = join(home, 'versions');
  const older = readdirSync(folder)
    .filter((name) => VERSION.test(name) && compareVersions(name, running) < 0)
    .sort(compareVersions);
  const previousVersion = older.find((name) => name === previous) ?? older.at(-1);
  for (const name of older) {
    if (name === previousVersion) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // On Windows, a program may still have its files open. The next start tries again.
    }
  }
}

/** Returns a negative number if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  const [first = [], second = []] = [a, b].map((version) => version.split('.').map(Number));
  const place = first.findIndex((number, index) => number !== second[index]);
  return place < 0 ? 0 : (first[place] ?? 0) - (second[place] ?? 0);
}

/** Returns the version that last ran on this data. */
export function readDataVersion(dataDir: string): string | undefined {
  return readVersionFile(join(dataDir, 'version'));
}

export function writeDataVersion(dataDir: string, version: string): void {
  writeVersionFile(join(dataDir, 'version'), version);
}

/** Returns the version that last passed its trial on a copy of this data. */
export function readTriedVersion(dataDir: string): string | undefined {
  return readVersionFile(join(dataDir, 'tried-version'));
}

export function writeTriedVersion(dataDir: string, version: string): void {
  writeVersionFile(join(dataDir, 'tried-version'), version);
}

function readVersionFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function writeVersionFile(file: string, version: string): void {
  writeFileSync(file, `${version}\n`, { mode: 0o600 });
}
