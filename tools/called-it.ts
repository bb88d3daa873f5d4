import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readArguments } from './read-arguments.ts';

/** Each command's module runs when it is imported. */
const COMMANDS: Record<string, { summary: string; run(): Promise<unknown> }> = {
  start: { summary: 'serves the site (the default)', run: () => import('./start.ts') },
  doctor: {
    summary: 'checks settings, database, disk, backups, email and Redis',
    run: () => import('./doctor.ts'),
  },
  backup: { summary: 'saves the database to a file', run: () => import('./backup.ts') },
  restore: {
    summary: 'restores a backup into an empty database',
    run: () => import('./restore.ts'),
  },
  import: { summary: "imports a band's history", run: () => import('./import.ts') },
  pack: { summary: 'creates, checks or exports a band pack', run: () => import('./pack.ts') },
  setup: {
    summary: 'loads the band pack into the database',
    run: () => import('./setup.ts'),
  },
  admin: {
    summary: 'grants or revokes the administrator role',
    run: () => import('./admin.ts'),
  },
  odds: {
    summary: 'measures the forecast on an archive',
    run: () => import('./odds.ts'),
  },
  invariants: {
    summary: 'checks the stored data for contradictions',
    run: () => import('./invariants.ts'),
  },
  update: {
    summary: 'installs a new version, or keeps this one if it fails',
    run: () => import('./update.ts'),
  },
  version: { summary: 'prints the version', run: () => import('./version.ts') },
  // Only `update` runs it, from the new version.
  trial: { summary: '', run: () => import('./trial.ts') },
};

const LAUNCHER = process.env.CALLED_IT_COMMAND ?? 'called-it';
const USAGE = `Usage: ${LAUNCHER} [COMMAND]

${Object.entries(COMMANDS)
  .filter(([, { summary }]) => summary)
  .map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`)
  .join('\n')}
  ${'help'.padEnd(12)}prints this

'${LAUNCHER} COMMAND --help' explains a command.`;

const [name = 'start'] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;

if (command) {
  process.argv.splice(2, 1);
  enterHome();
  await command.run();
} else if (name === 'help') console.log(USAGE);
else if (!name.startsWith('-')) {
  console.error(`Unknown command '${name}'.\n${USAGE}`);
  process.exitCode = 2;
} else readArguments(USAGE);

/** Paths that the caller sets are relative to the current folder. */
function enterHome(): void {
  const home = process.env.CALLED_IT_HOME;
  if (!home) return;
  resolvePaths('.');
  const envFile = join(home, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  process.env.DATA_DIR ||= '.data';
  resolvePaths(home);
}

function resolvePaths(folder: string): void {
  for (const variable of ['DATA_DIR', 'BAND_PACK']) {
    const path = process.env[variable]?.trim();
    if (path) process.env[variable] = resolve(folder, path);
  }
}
