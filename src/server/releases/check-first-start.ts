import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../environment.ts';
import { readVersion } from '../project-files.ts';
import {
  compareVersions,
  findProgram,
  readDataVersion,
  readTriedVersion,
  writeCurrentVersion,
  writeTriedVersion,
} from './installation.ts';
import { tryUpdate } from './try-update.ts';
import { UpdateError } from './update-error.ts';

/** Restores the previous version and throws an `UpdateError` if the new version fails. */
export async function checkFirstStart(
  home: string,
  environment: Environment,
  onStep: (message: string) => void,
  runTrial = tryUpdate,
): Promise<void> {
  const { databaseUrl, dataDir } = environment;
  const version = readVersion();
  const previous = readDataVersion(dataDir);
  // A newer version has migrated the data, so the server refuses to start.
  const isOlder = previous !== undefined && compareVersions(version, previous) <= 0;
  const isNew = !existsSync(join(dataDir, 'postgresql', 'data'));
  const hasPassedTrial = readTriedVersion(dataDir) === version;
  if (isOlder || isNew || hasPassedTrial || databaseUrl) return;
  try {
    await runTrial(environment, { program: findProgram(home, version), version, onStep });
    writeTriedVersion(dataDir, version);
  } catch (error) {
    if (!(error instanceof UpdateError)) throw error;
    const hasPrevious = previous !== undefined && existsSync(findProgram(home, previous));
    if (hasPrevious) writeCurrentVersion(home, previous);
    const outcome = hasPrevious ? `Version ${previous} has been restored, and the` : 'The';
    throw new UpdateError(
      `Version ${version} failed on a copy of your data. ${error.message} ${outcome} data is as it was.`,
    );
  }
}
