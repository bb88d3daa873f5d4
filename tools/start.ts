import { existsSync } from 'node:fs';
import { formatCommand } from '#server/command-name.ts';
import { readVersion } from '#server/project-files.ts';
import { formatChangesSince, readChangelog } from '#server/releases/changelog.ts';
import { checkFirstStart } from '#server/releases/check-first-start.ts';
import {
  readDataVersion,
  removeOldVersions,
  writeDataVersion,
} from '#server/releases/installation.ts';
import { startupLog } from '#server/start-log.ts';
import { readArguments } from './read-arguments.ts';
import { withConfiguration } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('start')}

Serves the site on PORT (3000) until it gets SIGTERM or Ctrl+C. The settings are environment variables, or lines of
the file .env next to the launcher. Before the first start of a new version, tries it on a copy of the data.`;

if (readArguments(USAGE))
  await withConfiguration(async (environment) => {
    process.env.NODE_ENV ??= 'production';
    const { dataDir } = environment;
    const home = process.env.CALLED_IT_HOME;
    if (home) await checkFirstStart(home, environment, startupLog.info);
    await import('#server/main.ts');
    const previous = readDataVersion(dataDir);
    if (home) removeOldVersions(home, readVersion(), previous);
    if (previous === readVersion() || !existsSync(dataDir)) return;
    if (previous) startupLog.info(formatChangesSince(previous, readChangelog()));
    writeDataVersion(dataDir, readVersion());
  });
