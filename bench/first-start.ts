import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../scripts/run/dependencies.mjs';
import { root, run } from '../scripts/run/run.mjs';
import { runNpmStart } from '../tests/support/npm-start.ts';
import {
  addDetails,
  compare,
  compareWithTarget,
  createFinding,
  type Finding,
} from './support/compare.ts';
import { startServer } from './support/processes.ts';

const TARGET_S = 30;
const TARGET_MB = 250;

/**
 * Measures `npm start` in a fresh clone until the first page, with a warm npm cache, compared with
 * npm's installation plus the build. Also measures the next start and the installed size.
 */
export async function measureFirstStart(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'called-it-bench-'));
  try {
    // The first installation warms npm's cache.
    const [bareFolder, clone] = [join(folder, 'bare'), join(folder, 'clone')];
    await succeed(run('git', ['clone', '--quiet', root, bareFolder], { quiet: true }));
    await install(bareFolder);
    const installSeconds = await install(bareFolder);
    const buildSeconds = await measureSeconds(() =>
      run(process.execPath, [join(bareFolder, 'scripts/build/build.mjs')], { quiet: true }),
    );

    await succeed(run('git', ['clone', '--quiet', root, clone], { quiet: true }));
    const firstStartMs = await timeStart(clone);
    const secondStart = await compare({
      benchmark: 'first-start: again',
      unit: 'ms',
      rounds: 3,
      product: () => timeStart(clone),
      baseline: () => timeServer(clone),
      threshold: { atMost: 1.8 },
    });
    const du = await run('du', ['-sm', join(clone, 'node_modules')], { quiet: true });
    return [
      addDetails(
        createFinding({
          benchmark: 'first-start',
          unit: 's',
          product: firstStartMs / 1_000,
          baseline: installSeconds + buildSeconds,
          threshold: { atMost: 1.5 },
        }),
        { ci: installSeconds, build: buildSeconds, ofTarget: firstStartMs / 1_000 / TARGET_S },
      ),
      secondStart,
      compareWithTarget({
        benchmark: 'first-start: installed',
        unit: 'MB',
        product: Number.parseInt(du.output, 10),
        target: TARGET_MB,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(clone: string): Promise<number> {
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--prefix', clone];
  return measureSeconds(() => npm(args));
}

async function timeStart(clone: string): Promise<number> {
  const { tookMs, stop } = await runNpmStart(clone);
  await stop();
  return tookMs;
}

async function timeServer(clone: string): Promise<number> {
  const startedAt = performance.now();
  const main = join(clone, 'dist/server/main.js');
  const server = await startServer(() => [main], '/', { DATA_DIR: join(clone, '.data') });
  const tookMs = performance.now() - startedAt;
  await server.stop();
  return tookMs;
}

async function measureSeconds(command: () => ReturnType<typeof run>): Promise<number> {
  const startedAt = performance.now();
  await succeed(command());
  return (performance.now() - startedAt) / 1_000;
}

async function succeed(command: ReturnType<typeof run>): Promise<void> {
  const { code, output } = await command;
  if (code !== 0) throw new Error(output);
}
