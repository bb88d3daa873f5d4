import { formatCommand } from '#server/command-name.ts';
import { tryStart } from '#server/releases/try-start.ts';
import { readArguments } from './read-arguments.ts';
import { withConfiguration } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('trial', '--backup FILE')}

Restores a backup into the empty DATA_DIR, migrates it, starts this version on it, checks its health and invariants,
and prints the result as a line of JSON. 'update' runs it from the new version.`;

const args = readArguments(USAGE, { options: { backup: { type: 'string' } } });
const { backup } = args?.values ?? {};

if (args && !backup) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (backup)
  await withConfiguration(async (environment) => {
    console.log(JSON.stringify(await tryStart(environment, backup)));
  });
