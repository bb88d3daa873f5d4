import { createReadStream, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, Parser, type ReadEntry } from 'tar';
import { type ReleaseInfo, releaseInfo } from './installation.ts';
import { UpdateError } from './update-error.ts';

const MAX_ENTRIES = 20_000;
const MAX_BYTES = 400 * 1024 * 1024;

const PROGRAM_PATH = /^called-it\/versions\/(\d+\.\d+\.\d+)\//;
const PROGRAM_DEPTH = 3;

/** Throws an `UpdateError`, and leaves no folder, if the archive is not a release. */
export async function unpackRelease(archive: string, folder: string): Promise<ReleaseInfo> {
  const version = await checkEntries(archive);
  try {
    await mkdir(folder, { recursive: true });
    await extract({
      file: archive,
      cwd: folder,
      strict: true,
      strip: PROGRAM_DEPTH,
      filter: (path) => PROGRAM_PATH.test(path),
    });
    const info = readReleaseInfo(folder);
    if (!info || info.version !== version) throw createNotAReleaseError(archive);
    return info;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof UpdateError ? error : createUnpackError(archive, error);
  }
}

function readReleaseInfo(folder: string): ReleaseInfo | undefined {
  try {
    return releaseInfo.parse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Runs before anything is written. Returns the version of the archive's program. */
async function checkEntries(archive: string): Promise<string> {
  const versions = new Set<string>();
  let entries = 0;
  let bytes = 0;
  const parser = new Parser({
    strict: true,
    onReadEntry(entry) {
      entries += 1;
      bytes += entry.size;
      const problem =
        findProblem(entry) ??
        (entries > MAX_ENTRIES ? 'has too many files' : undefined) ??
        (bytes > MAX_BYTES ? 'is too large' : undefined);
      if (problem) parser.abort(new UpdateError(formatProblem(archive, problem)));
      const [, version] = PROGRAM_PATH.exec(entry.path) ?? [];
      if (version) versions.add(version);
      entry.resume();
    },
  });
  try {
    await pipeline(createReadStream(archive), parser);
  } catch (error) {
    throw error instanceof UpdateError ? error : createUnpackError(archive, error);
  }
  const [version, ...others] = versions;
  if (!version || others.length > 0) throw createNotAReleaseError(archive);
  return version;
}

function findProblem({ path, type }: ReadEntry): string | undefined {
  const name = JSON.stringify(path.slice(0, 200));
  if (path.startsWith('/') || /[\\:]|\p{Cc}/u.test(path) || path.split('/').includes('..'))
    return `contains the file name ${name}, which leads out of its folder`;
  if (type !== 'File' && type !== 'OldFile' && type !== 'Directory')
    return `contains ${name}, which is neither a file nor a folder`;
  return path.startsWith('called-it/') ? undefined : 'is not a release of Called It';
}

function createNotAReleaseError(archive: string): UpdateError {
  return new UpdateError(formatProblem(archive, 'is not a release of Called It'));
}

function createUnpackError(archive: string, error: unknown): UpdateError {
  const reason = error instanceof Error ? error.message : String(error);
  return new UpdateError(formatProblem(archive, `cannot be unpacked (${reason})`));
}

function formatProblem(archive: string, problem: string): string {
  return `${basename(archive)} ${problem}. Nothing was changed.`;
}
