import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPrograms } from '../db/embedded/programs.ts';
import type { Environment } from '../environment.ts';
import {
  compareVersions,
  findProgram,
  type ReleaseInfo,
  readCurrentVersion,
  writeCurrentVersion,
  writeTriedVersion,
} from './installation.ts';
import { tryUpdate } from './try-update.ts';
import { unpackRelease } from './unpack-release.ts';
import { UpdateError } from './update-error.ts';
import { openVerifiedArchive } from './verified-archive.ts';

interface UpdateOptions {
  home: string;
  environment: Environment;
  source: string;
  sha256?: string | undefined;
  onStep(message: string): void;
  trialTimeoutMs?: number | undefined;
  freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

/** Changes nothing until the version has passed its trial. */
export async function installUpdate(options: UpdateOptions): Promise<string> {
  const { home, environment, source, sha256, onStep } = options;
  const versions = join(home, 'versions');
  const download = join(versions, '.download');
  const unpacked = join(versions, '.new');
  await mkdir(versions, { recursive: true });
  const clear = async () => {
    for (const path of [download, unpacked]) await rm(path, { recursive: true, force: true });
  };
  await clear();
  try {
    const archive = await openVerifiedArchive(source, { download, sha256 });
    const release = await unpackRelease(archive, unpacked);
    const current = readCurrentVersion(home);
    assertInstallable(release, current, environment);
    const { version } = release;
    onStep(`Unpacked version ${version}.`);
    await tryUpdate(environment, {
      program: unpacked,
      version,
      onStep,
      timeoutMs: options.trialTimeoutMs,
      freeBytes: options.freeBytes,
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      // For example, a full disk isn't the new version's fault.
      if (!(error instanceof UpdateError))
        throw new Error(`${reason.replace(/\.?$/, '.')} Nothing was changed.`);
      throw new UpdateError(
        `Version ${version} failed on a copy of your data. ${reason} Version ${current} is still installed, and the data is as it was.`,
      );
    });
    const program = findProgram(home, version);
    await rm(program, { recursive: true, force: true });
    await rename(unpacked, program);
    if (existsSync(environment.dataDir)) writeTriedVersion(environment.dataDir, version);
    writeCurrentVersion(home, version);
    return version;
  } finally {
    await clear();
  }
}

function assertInstallable(release: ReleaseInfo, current: string, environment: Environment): void {
  const problem = findProblem(release, current, environment);
  if (problem) throw new UpdateError(`${problem} Nothing was changed.`);
}

function findProblem(
  { version, platform, arch, node, postgresql }: ReleaseInfo,
  current: string,
  { databaseUrl }: Environment,
): string | undefined {
  if (platform !== process.platform || arch !== process.arch)
    return `The archive is for ${platform}-${arch}, and this machine is ${process.platform}-${process.arch}.`;
  const order = compareVersions(version, current);
  if (order === 0) return `Version ${version} is already installed.`;
  if (order < 0)
    return `Version ${version} is older than the installed version ${current}, and an older version may not read its data.`;
  if (compareVersions(node, process.versions.node) > 0)
    return `Version ${version} needs Node ${node} or newer, and this is ${process.versions.node}.`;
  if (!databaseUrl && postgresql !== findPrograms().major)
    return `Version ${version} includes PostgreSQL ${postgresql}, which cannot read the data of PostgreSQL ${findPrograms().major}: see docs/operator/update.md.`;
  return undefined;
}
