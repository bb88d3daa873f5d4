import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { getGlobalLeaderboard } from '#contract/leaderboards.ts';
import { compare, type Finding } from './compare.ts';
import { type RunningServer, startServer } from './processes.ts';

type Plan = { benchmark: string; rounds: number; threshold: { atLeast: number } };

export function compareLeaderboardWithBare(
  { url, cookie }: { url: string; cookie: string },
  plan: Plan,
): Promise<Finding> {
  return compareWithBare({ url: url + getGlobalLeaderboard.path, cookie }, plan);
}

export async function compareWithBare(
  { url, cookie }: { url: string; cookie: string },
  plan: Plan,
): Promise<Finding> {
  const response = await fetch(url, { headers: { cookie } });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const bareServer = await startBareServer(Buffer.from(await response.arrayBuffer()));
  try {
    return await compare({
      ...plan,
      unit: 'requests/s',
      product: () => measureRequestRate(url, cookie),
      baseline: () => measureRequestRate(bareServer.url + new URL(url).pathname, cookie),
    });
  } finally {
    await bareServer.stop();
  }
}

export async function startBareServer(
  bytes: Uint8Array,
): Promise<Pick<RunningServer, 'url' | 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  const file = join(folder, 'response');
  writeFileSync(file, bytes);
  const { url, stop } = await startServer(
    (port) => ['--import', 'tsx', 'bench/support/bare-server.ts', String(port), file],
    '/',
  );
  return {
    url,
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function measureRequestRate(url: string, cookie: string): Promise<number> {
  const result = await autocannon({ url, connections: 20, duration: 2, headers: { cookie } });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} requests to ${url} failed`);
  return result.requests.average;
}
