import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from '../run/run.mjs';
import { createVitestStep, runSteps, type Step } from './run-steps.ts';
import { deadCode, lint, types } from './steps.ts';

// npm run check: types, lint, format, dead code, fast tests, and the tests of pages and of the
// server that the uncommitted changes affect, or else the last commit.

/** Every test depends on these files. */
const SHARED_FILES = /^(package(-lock)?\.json|[\w.]+config\.(ts|json)|(config|tests\/support)\/)/;

/** All server tests depend on these files. */
const SERVER_FILES = /^(drizzle\/|src\/server\/((db|http)\/|[^/]+$))/;

const PAGE_FILES =
  /^src\/web\/((ui|theme|time|offline|http|session|queue|realtime|band|score-display|show-display|house-players|board|crowd|reports)\/|[^/]+$)/;

/** Folders of the web app whose name differs from the contract's file. */
const WEB_ROOMS: Record<string, string[]> = { predictions: ['game', 'results'] };
const WEB_APP = 'app';

const changed = listChangedFiles();
const serverRooms = listRooms('src/server', SERVER_FILES);
const webRooms = listRooms('src/web', PAGE_FILES);
await runSteps([
  [types, ...lint, deadCode],
  [createVitestStep('unit', ['--project=unit'])],
  ...testRooms('pages', ['--project=unit-*'], webRooms),
  ...testRooms('server', ['--project=server*'], serverRooms),
]);

function testRooms(name: string, projects: string[], rooms: string[]): Step[][] {
  if (rooms.length === 0) return [];
  const filters = rooms.includes('') ? [] : [...new Set(rooms)];
  return [[createVitestStep(name, [...projects, '--passWithNoTests', ...filters])]];
}

/** Returns an empty name if all folders changed. */
function listRooms(folder: string, files: RegExp): string[] {
  const isAll = !changed || changed.some((path) => SHARED_FILES.test(path) || files.test(path));
  return isAll ? [''] : changed.flatMap((path) => findRooms(folder, path));
}

/** A contract file belongs to the folders with its name. */
function findRooms(folder: string, path: string): string[] {
  const [, area, noun = ''] = /^(src\/[\w-]+)\/([\w-]+)/.exec(path) ?? [];
  if (area !== folder && area !== 'src/contract') return [];
  const names = folder === 'src/web' ? [WEB_APP, ...(WEB_ROOMS[noun] ?? [noun])] : [noun];
  return names.map((name) => `${folder}/${name}/`).filter((room) => existsSync(root + room));
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
