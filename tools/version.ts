import { formatCommand } from '#server/command-name.ts';
import { readVersion } from '#server/project-files.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: ${formatCommand('version')}

Prints the version of this program.`;

if (readArguments(USAGE)) console.log(readVersion());
