import type { Import } from './imports.ts';

/** Every web feature may import these folders. Each may import the ones before it. */
const sharedWebFolders = [
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
  'qr',
  'show-display',
  'house-players',
  'board',
  'crowd',
  'reports',
  'blocks',
];

/** Each feature may import features in its own layer and in earlier layers. */
const serverLayers = [
  [
    'api-docs',
    'audit',
    'band',
    'changes',
    'db',
    'http',
    'mail',
    'metrics',
    'outgoing',
    'pages',
    'realtime',
    'threads',
  ],
  ['sessions', 'scribes', 'webhooks'],
  ['accounts', 'blocks', 'songs', 'shows'],
  ['setlists', 'predictions'],
  ['scoring'],
  ['leaderboards', 'statistics', 'odds'],
  ['leagues'],
  [
    'catalog',
    'setup',
    'calendar',
    'forums',
    'shares',
    'live-shows',
    'account-data',
    'invariants',
    'exports',
    'fan-sheets',
    'crowd',
    'fans',
    'league-talk',
    'notifications',
    'house-players',
    'moderation',
    'recaps',
    'results-feed',
    'widget',
  ],
  ['backups'],
  ['doctor', 'demo', 'releases'],
];

export function listBoundaryViolations(imports: Import[]): string[] {
  return imports.flatMap((edge) => {
    const message = checkImport(edge);
    return message ? [`${edge.from} imports ${edge.to}: ${message}`] : [];
  });
}

function checkImport({ from, to }: Import): string | undefined {
  const isTestLibraryImport = /\.test\.tsx?$/.test(from) && !to.startsWith('src/');
  if (isTestLibraryImport) return undefined;
  if (from.startsWith('src/contract/')) return checkContractImport(to);
  if (from.startsWith('src/server/')) return checkServerImport(from, to);
  if (from.startsWith('src/web/')) return checkWebImport(from, to);
  return undefined;
}

function checkContractImport(to: string) {
  const isAllowed = to === 'zod' || to.startsWith('src/contract/');
  return isAllowed ? undefined : 'src/contract may import only zod and itself';
}

function checkServerImport(from: string, to: string) {
  if (to.startsWith('src/web/')) return 'src/server must not import src/web';
  const sourceFolder = findFolder(from, 'server');
  const targetFolder = findFolder(to, 'server');
  if (sourceFolder === undefined) return undefined;
  if (/^src\/server\/(?:app|main)\.ts$/.test(to)) return 'only main.ts may import app.ts';
  if (targetFolder === undefined || sourceFolder === targetFolder) return undefined;
  const [sourceLayer, targetLayer] = [findLayer(sourceFolder), findLayer(targetFolder)];
  if (sourceLayer < 0) return `add ${sourceFolder}/ to a layer in tests/house/import-boundaries.ts`;
  return targetLayer > sourceLayer ? `${targetFolder}/ is above ${sourceFolder}/` : undefined;
}

function checkWebImport(from: string, to: string) {
  if (to.startsWith('src/server/')) return 'src/web must not import src/server';
  const sourceFolder = findFolder(from, 'web');
  const targetFolder = findFolder(to, 'web');
  if (sourceFolder === undefined || sourceFolder === 'app' || sourceFolder === targetFolder)
    return undefined;
  if (targetFolder === 'app') return 'only app/ composes features, and nothing may import it';
  if (
    sourceFolder === 'ui' &&
    (to.startsWith('src/contract/') || (targetFolder && targetFolder !== 'theme'))
  )
    return 'ui/ must not import domain code';
  if (targetFolder === undefined) return undefined;
  const [sourceLayer, targetLayer] = [
    sharedWebFolders.indexOf(sourceFolder),
    sharedWebFolders.indexOf(targetFolder),
  ];
  if (sourceLayer >= 0 && targetLayer > sourceLayer && !from.includes('.test.'))
    return `${targetFolder}/ is above ${sourceFolder}/`;
  if (targetLayer >= 0) return undefined;
  return sharedWebFolders.includes(sourceFolder)
    ? `${sourceFolder}/ must not import features`
    : 'features must not import each other: app/ composes them';
}

/** Returns undefined for files directly in src/web or src/server. */
function findFolder(path: string, side: 'server' | 'web'): string | undefined {
  return new RegExp(`^src/${side}/([^/]+)/`).exec(path)?.[1];
}

function findLayer(folder: string) {
  return serverLayers.findIndex((layer) => layer.includes(folder));
}
