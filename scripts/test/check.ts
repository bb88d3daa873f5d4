import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from '../run/run.mjs';
import { createVitestStep, runSteps } from './run-steps.ts';
import { deadCode, lint, types } from './steps.ts';

// npm run check: types, lint, format, dead code, all unit tests, and the server tests of the rooms
// that changed since the last commit, or in the last commit if nothing has changed.

/** Files that every room of the server depends on. */
const SHARED_FILES =
  /^(package(-lock)?\.json|[\w.]+config\.(ts|json)|(config|drizzle|tests\/support)\/|src\/server\/((db|http)\/|[^/]+$))/;

const changed = listChangedFiles();
const rooms =
  changed && !changed.some((path) => SHARED_FILES.test(path)) ? changed.flatMap(findRoom) : [''];
const server = createVitestStep('server', ['--project=server*', ...new Set(rooms)]);
await runSteps([
  [types, ...lint, deadCode],
  [createVitestStep('unit', ['--project=unit*'])],
  ...(rooms.length > 0 ? [[server]] : []),
]);

/** The server room of a file: its own, or the one of its noun in the contract. */
function findRoom(path: string): string[] {
  const room = /^src\/(?:server|contract)\/([\w-]+)/.exec(path)?.[1];
  const folder = `src/server/${room}/`;
  return room && existsSync(root + folder) ? [folder] : [];
}

/** Returns undefined outside a repository. */
function listChangedFiles(): string[] | undefined {
  const uncommitted = [
    ...listFiles('diff', '--name-only', 'HEAD'),
    ...listFiles('ls-files', '--others', '--exclude-standard'),
  ];
  if (uncommitted.length > 0) return uncommitted;
  const committed = listFiles('diff', '--name-only', 'HEAD~1', 'HEAD');
  return committed.length > 0 ? committed : undefined;
}

function listFiles(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean);
}
