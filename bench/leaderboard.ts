import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { login } from '#contract/accounts.ts';
import { getGlobalLeaderboard } from '#contract/leaderboards.ts';
import { openUrl } from '#server/db/open.ts';
import { calculateScores } from '#server/scoring/calculate.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { compare, type Finding } from './support/compare.ts';
import { startServer } from './support/processes.ts';
import { seedFans, seedScoredShow } from './support/seed.ts';

const FANS = 100_000;
const ADMIN = { email: 'bench@example.com', password: 'a lamp on the bench' };

/**
 * GET /api/leaderboard, signed in, with 100,000 fans who have points, beside bare Fastify sending
 * the same bytes: requests a second of the built product.
 */
export async function leaderboard(): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const postgres = await startPostgres();
  await fill(postgres.url);
  const product = await startServer(() => ['dist/server/main.js'], '/readyz', {
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  try {
    const cookie = await signIn(product.url);
    const board = product.url + getGlobalLeaderboard.path;
    const answer = await fetch(board, { headers: { cookie } });
    if (!answer.ok) throw new Error(`The board answered ${answer.status}`);
    const file = join(folder, 'board.json');
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    const bare = await startServer(
      (port) => ['--import', 'tsx', 'bench/support/bare-server.ts', String(port), file],
      '/',
    );
    try {
      return await compare({
        bench: 'leaderboard',
        unit: 'requests/s',
        rounds: 9,
        ours: () => requestsASecond(board, cookie),
        baseline: () => requestsASecond(bare.url + getGlobalLeaderboard.path, cookie),
        bar: { atLeast: 0.6 },
      });
    } finally {
      await bare.stop();
    }
  } finally {
    await product.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(url: string): Promise<void> {
  const { db, close } = await openUrl(url);
  try {
    await seedFans(db, FANS);
    const showId = await seedScoredShow(db);
    await db.transaction((tx) => calculateScores(tx, { clock: Date.now }, showId));
  } finally {
    await close();
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!cookie) throw new Error(`Sign-in answered ${answer.status}`);
  return cookie.split(';', 1)[0] ?? '';
}

async function requestsASecond(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: 2, headers: { cookie } });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} were refused: ${url}`);
  return result.requests.average;
}
