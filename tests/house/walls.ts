import type { Import } from './imports.ts';

/** The rooms that every feature of the pages may import. Each may import those before it. */
const webGround = [
  'ui',
  'theme',
  'time',
  'offline',
  'http',
  'session',
  'queue',
  'realtime',
  'band',
  'score-display',
  'show-display',
  'house-players',
  'board',
];

/** The server's features by floor. Each may import features of its floor and of those below. */
const serverFloors = [
  ['audit', 'band', 'changes', 'db', 'http', 'mail', 'metrics', 'pages', 'realtime', 'threads'],
  ['sessions'],
  ['accounts', 'songs', 'shows'],
  ['setlists', 'predictions'],
  ['scoring'],
  ['leaderboards', 'statistics', 'odds'],
  [
    'catalogue',
    'setup',
    'forums',
    'shares',
    'live-shows',
    'account-data',
    'invariants',
    'exports',
    'notifications',
    'house-players',
  ],
  ['backups'],
  ['doctor', 'demo'],
];

/** Describes each import that breaks a rule. */
export function brokenWalls(imports: Import[]): string[] {
  return imports.flatMap((one) => {
    const why = wallBetween(one);
    return why ? [`${one.from} imports ${one.to}: ${why}`] : [];
  });
}

function wallBetween({ from, to }: Import): string | undefined {
  const isTestTool = /\.test\.tsx?$/.test(from) && !to.startsWith('src/');
  if (isTestTool) return undefined;
  if (from.startsWith('src/contract/')) return contractWall(to);
  if (from.startsWith('src/server/')) return serverWall(from, to);
  if (from.startsWith('src/web/')) return webWall(from, to);
  return undefined;
}

function contractWall(to: string) {
  const allowed = to === 'zod' || to.startsWith('src/contract/');
  return allowed ? undefined : 'the contract imports zod and itself only';
}

function serverWall(from: string, to: string) {
  if (to.startsWith('src/web/')) return 'the server must not import the pages';
  const ours = folderOf(from, 'server');
  const theirs = folderOf(to, 'server');
  if (ours === undefined) return undefined;
  if (/^src\/server\/(?:app|main)\.ts$/.test(to)) return 'only main.ts starts the app';
  if (theirs === undefined || ours === theirs) return undefined;
  const [mine, other] = [floorOf(ours), floorOf(theirs)];
  if (mine < 0) return `add ${ours}/ to a floor in tests/house/walls.ts`;
  return other > mine ? `${theirs}/ is above ${ours}/` : undefined;
}

function webWall(from: string, to: string) {
  if (to.startsWith('src/server/')) return 'the pages must not import the server';
  const ours = folderOf(from, 'web');
  const theirs = folderOf(to, 'web');
  if (ours === undefined || ours === 'app' || ours === theirs) return undefined;
  if (theirs === 'app') return 'only app/ composes, and nothing imports it';
  if (ours === 'ui' && (to.startsWith('src/contract/') || (theirs && theirs !== 'theme')))
    return 'ui/ has no domain words';
  if (theirs === undefined) return undefined;
  const [mine, other] = [webGround.indexOf(ours), webGround.indexOf(theirs)];
  if (mine >= 0 && other > mine && !from.includes('.test.')) return `${theirs}/ is above ${ours}/`;
  if (other >= 0) return undefined;
  return webGround.includes(ours)
    ? `${ours}/ must not import features`
    : 'features must not import each other: app/ composes them';
}

/** The folder in src/web or src/server that contains a file; undefined for files at the top. */
function folderOf(path: string, side: 'server' | 'web'): string | undefined {
  return new RegExp(`^src/${side}/([^/]+)/`).exec(path)?.[1];
}

function floorOf(folder: string) {
  return serverFloors.findIndex((floor) => floor.includes(folder));
}
