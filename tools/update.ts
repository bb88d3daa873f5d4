import { join } from 'node:path';
import { formatCommand } from '#server/command-name.ts';
import { formatChangesSince, readChangelog } from '#server/releases/changelog.ts';
import { installUpdate } from '#server/releases/install-update.ts';
import { findProgram, readCurrentVersion } from '#server/releases/installation.ts';
import { readArguments } from './read-arguments.ts';
import { withConfiguration } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('update', 'FILE|URL [--sha256 HEX]')}

Installs a new version from the archive of a release. Compares it with its checksum (from SHA256SUMS next to it, or
--sha256), makes a backup, and tries the new version on a copy of the data. If anything fails, this version and the
data stay as they are. A server may be running; restart it afterwards.`;

const NO_RELEASE =
  'This command updates an unpacked release. In a clone, run: git pull. With npm, download the new called-it-X.Y.Z.tgz, compare its checksum, and run: npm install ./called-it-X.Y.Z.tgz.';

const args = readArguments(USAGE, { min: 1, options: { sha256: { type: 'string' } } });
const [source = ''] = args?.positionals ?? [];

if (args)
  await withConfiguration(async (environment) => {
    const home = process.env.CALLED_IT_HOME;
    if (!home) throw new Error(NO_RELEASE);
    const previousVersion = readCurrentVersion(home);
    const version = await installUpdate({
      home,
      environment,
      source,
      sha256: args.values.sha256,
      onStep: console.log,
    });
    console.log(`Version ${version} is installed. Start the server again to use it.`);
    const changelog = readChangelog(join(findProgram(home, version), 'CHANGELOG.md'));
    console.log(`\n${formatChangesSince(previousVersion, changelog)}`);
  });
