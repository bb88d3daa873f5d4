import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { getGlobalLeaderboard } from '#contract/leaderboards.ts';
import { compare, type Finding } from './compare.ts';
import { startServer } from './processes.ts';

/**
 * Compares the global leaderboard of a running server, signed in, with bare Fastify sending the same
 * bytes.
 */
export async function compareLeaderboardWithBare(
  { url, cookie }: { url: string; cookie: string },
  plan: { benchmark: string; rounds: number; threshold: { atLeast: number } },
): Promise<Finding> {
  const leaderboardUrl = url + getGlobalLeaderboard.path;
  const response = await fetch(leaderboardUrl, { headers: { cookie } });
  if (!response.ok) throw new Error(`The leaderboard returned ${response.status}`);
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const file = join(folder, 'leaderboard.json');
  writeFileSync(file, Buffer.from(await response.arrayBuffer()));
  const bareServer = await startServer(
    (port) => ['--import', 'tsx', 'bench/support/bare-server.ts', String(port), file],
    '/',
  );
  try {
    return await compare({
      ...plan,
      unit: 'requests/s',
      product: () => measureRequestRate(leaderboardUrl, cookie),
      baseline: () => measureRequestRate(bareServer.url + getGlobalLeaderboard.path, cookie),
    });
  } finally {
    await bareServer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRequestRate(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: 2, headers: { cookie } });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} requests to ${url} failed`);
  return result.requests.average;
}
