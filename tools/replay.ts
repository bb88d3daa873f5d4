import { readArguments } from './read-arguments.ts';
import { type ReplayResult, replayShows } from './replay/replay-shows.ts';
import { readShowFile } from './replay/show-file.ts';

const USAGE = `Usage: npm run replay -- FILE [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--fans N] [--url URL]

Plays real shows (one JSON object per line, gzip or plain) through the public HTTP API of a running server.
The administrator's ADMIN_EMAIL and ADMIN_PASSWORD are read from the environment.`;

async function main(): Promise<void> {
  const args = readArguments(USAGE, {
    min: 1,
    options: {
      from: { type: 'string', default: '0000-00-00' },
      to: { type: 'string', default: '9999-99-99' },
      fans: { type: 'string', default: '50' },
      url: { type: 'string', default: `http://127.0.0.1:${process.env.PORT ?? 3000}` },
    },
  });
  if (!args) return;
  const { values, positionals } = args;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  const [file] = positionals;
  const fans = Number(values.fans);
  if (!file || !email || !password || !Number.isInteger(fans) || fans < 1 || fans > 5_000) {
    console.error(USAGE);
    process.exitCode = 2;
    return;
  }
  const allShows = await readShowFile(file);
  const shows = allShows.filter((show) => show.date >= values.from && show.date <= values.to);
  if (shows.length === 0) throw new Error(`${file} has no show with songs in this range.`);
  const result = await replayShows({
    baseUrl: values.url,
    admin: { email, password },
    fans,
    history: allShows.filter((show) => show.date < values.from).slice(-100),
    shows,
    onProgress: console.log,
  });
  printResult(result);
  if (result.differences.length > 0) process.exitCode = 1;
}

function printResult({ leaderboard, shows, requestLogs, differences }: ReplayResult): void {
  console.log('\nFinal leaderboard');
  for (const row of leaderboard.slice(0, 10))
    console.log(
      `${String(row.rank).padStart(5)}  ${row.username.padEnd(24)} ${String(row.totalPoints).padStart(6)}  (${row.gamesPlayed} games, average ${row.averageScore})`,
    );
  const mean = shows.reduce((sum, show) => sum + show.mean, 0) / shows.length;
  const best = Math.max(...shows.map((show) => show.best));
  console.log(
    `\n${shows.length} shows: mean ${mean.toFixed(1)} points per fan and show, best ${best}`,
  );
  console.log('\nStep        requests   median ms      p99 ms');
  let requests = 0;
  for (const [step, log] of Object.entries(requestLogs)) {
    requests += log.count;
    const [median, p99] = [log.percentile(0.5), log.percentile(0.99)];
    console.log(
      `${step.padEnd(10)} ${String(log.count).padStart(9)} ${median.toFixed(1).padStart(11)} ${p99.toFixed(1).padStart(11)}`,
    );
  }
  console.log(`${'all'.padEnd(10)} ${String(requests).padStart(9)}`);
  const verdict = differences.length === 0 ? 'every stored total matches' : 'DIFFERENCES:';
  console.log(`\nIndependent recount: ${verdict}`);
  for (const difference of differences.slice(0, 20)) console.log(`  ${difference}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
