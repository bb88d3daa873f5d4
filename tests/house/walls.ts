import type { Import } from './imports.ts';

/** What each part of the pages may know besides itself, npm packages and styles. */
const webGround = [
  'band',
  'board',
  'house-players',
  'http',
  'offline',
  'realtime',
  'score-display',
  'session',
  'show-display',
  'theme',
  'time',
  'ui',
];

/** The server's features, floor by floor: each may import what is below it or beside it. */
const serverFloors = [
  ['audit', 'band', 'db', 'http', 'mail', 'metrics', 'pages', 'realtime', 'threads'],
  ['sessions'],
  ['accounts', 'songs', 'shows'],
  ['setlists', 'predictions'],
  ['scoring'],
  ['leaderboards', 'statistics', 'odds'],
  [
    'setup',
    'imports',
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

/** A sentence for each import that goes through a wall of the house. */
export function brokenWalls(imports: Import[]): string[] {
  return imports.flatMap((one) => {
    const why = wallBetween(one);
    return why ? [`${one.from} imports ${one.to}: ${why}`] : [];
  });
}

function wallBetween({ from, to }: Import): string | undefined {
  const ownTools = /\.test\.tsx?$/.test(from) && !to.startsWith('src/');
  if (ownTools) return undefined;
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
  if (to.startsWith('src/web/')) return 'the server does not know the pages';
  const ours = folderOf(from, 'server');
  const theirs = folderOf(to, 'server');
  if (ours === undefined) return undefined;
  if (/^src\/server\/(?:app|main)\.ts$/.test(to)) return 'only main.ts starts the app';
  if (theirs === undefined || ours === theirs) return undefined;
  const [mine, other] = [floorOf(ours), floorOf(theirs)];
  if (mine < 0) return `say in tests/house/walls.ts on which floor ${ours}/ stands`;
  return other > mine ? `${theirs}/ stands above ${ours}/` : undefined;
}

function webWall(from: string, to: string) {
  if (to.startsWith('src/server/')) return 'the pages do not know the server';
  const ours = folderOf(from, 'web');
  const theirs = folderOf(to, 'web');
  if (ours === undefined || ours === 'app' || ours === theirs) return undefined;
  if (theirs === 'app') return 'only app/ composes, and nothing imports it';
  if (ours === 'ui' && (to.startsWith('src/contract/') || (theirs && theirs !== 'theme')))
    return 'ui/ has no domain words';
  if (theirs === undefined || webGround.includes(theirs)) return undefined;
  return webGround.includes(ours)
    ? `${ours}/ is ground for the features and knows none`
    : 'features do not import each other: app/ composes them';
}

/** The folder inside src/web or src/server in which a file lies; undefined right at its top. */
function folderOf(path: string, side: 'server' | 'web'): string | undefined {
  return new RegExp(`^src/${side}/([^/]+)/`).exec(path)?.[1];
}

function floorOf(folder: string) {
  return serverFloors.findIndex((floor) => floor.includes(folder));
}
