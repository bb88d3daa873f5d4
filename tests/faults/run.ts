import { cpus, loadavg } from 'node:os';
import { runCutoff } from './cutoff.ts';
import { runDeadlineRush } from './deadline-rush.ts';
import { runDiskFull } from './disk-full.ts';
import { runDoubleSubmit } from './double-submit.ts';
import { countDrainFans, runDrain } from './drain.ts';
import { runSecondServers } from './folder.ts';
import { runFsync } from './fsync.ts';
import { runHerd } from './herd.ts';
import { runHostileFiles } from './hostile-files.ts';
import { runAtFullSize } from './in-full.ts';
import { KILLS_FAN_COUNT, runKills } from './kills.ts';
import { runLoginFlood } from './login-flood.ts';
import { type Outcome, SkippedFault, withSeededProduct } from './outcome.ts';
import { runRestore } from './restore.ts';
import { runScoringKills } from './scoring-kills.ts';
import { runSignUpBurst } from './sign-up-burst.ts';
import { countSubmitFans, runSubmits } from './submits.ts';
import { runTwoAdministrators } from './two-administrators.ts';

// npm run faults [-- NAME...]: injects all faults or the named ones, and reports whether each
// guarantee holds. Runs on this machine only, for a few minutes per fault.

const SUBMISSIONS = { count: 20_000, batchSize: 1_000 };

const FAULTS: Readonly<Record<string, { guarantee: string; run: () => Promise<Outcome> }>> = {
  kills: {
    guarantee: '1',
    run: () => withSeededProduct(KILLS_FAN_COUNT, (product) => runKills(product, 100)),
  },
  folder: { guarantee: '2', run: () => runSecondServers(6) },
  fsync: { guarantee: '3', run: () => runFsync(100) },
  'restore-embedded': { guarantee: '3', run: () => runRestore('embedded', 100_000) },
  submits: {
    guarantee: '4',
    run: () =>
      withSeededProduct(countSubmitFans(SUBMISSIONS), (product) =>
        runSubmits(product, SUBMISSIONS),
      ),
  },
  'deadline-embedded': { guarantee: '5', run: () => runDeadlineRush('embedded') },
  'deadline-postgresql': { guarantee: '5', run: () => runDeadlineRush('url') },
  cutoff: { guarantee: '6', run: () => runCutoff(1_000) },
  'double-submit': { guarantee: '7', run: () => runDoubleSubmit(20) },
  'two-administrators': { guarantee: '8', run: () => runTwoAdministrators(50) },
  'scoring-kills': {
    guarantee: '9',
    run: () => withSeededProduct(10_000, (product) => runScoringKills(product, 50)),
  },
  cuts: { guarantee: '11', run: () => runAtFullSize('crowd') },
  herd: { guarantee: '12', run: () => runHerd(5_000) },
  'disk-full': { guarantee: '15', run: runDiskFull },
  nodes: { guarantee: '11, 13, 14, 16, 18', run: () => runAtFullSize('nodes') },
  drain: {
    guarantee: '16',
    run: () => withSeededProduct(countDrainFans(10), (product) => runDrain(product, 10)),
  },
  'login-flood': { guarantee: '17', run: () => runLoginFlood(30) },
  'sign-up-burst': { guarantee: '17', run: () => runSignUpBurst(1_880) },
  'hostile-files': { guarantee: '21', run: runHostileFiles },
  'restore-postgresql': { guarantee: '19', run: () => runRestore('url', 100_000) },
};

const requestedNames = process.argv.slice(2);
const rows = [];
for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(FAULTS)) {
  const fault = FAULTS[name];
  if (!fault) throw new Error(`Unknown fault ${name}. Faults: ${Object.keys(FAULTS).join(', ')}`);
  const startedAt = Date.now();
  const result = await runFault(fault.run);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const row = [name, fault.guarantee, result, `${seconds} s`, loadavg()[0]?.toFixed(1)];
  rows.push(`| ${row.join(' | ')} |`);
  console.log(rows.at(-1));
}
console.log(`\n${cpus().length} processors (${cpus()[0]?.model}), Node ${process.version}\n`);
console.log(
  '| Fault test | Guarantee | Result | Met | Duration | Load |\n|---|---|---|---|---|---|',
);
console.log(rows.join('\n'));

async function runFault(run: () => Promise<Outcome>): Promise<string> {
  try {
    const { summary, broken, slow } = await run();
    const faults = Object.entries({ ...broken, ...slow }).filter(([, count]) => count !== 0);
    if (faults.length === 0) return `${summary} | yes`;
    process.exitCode = 1;
    return `${summary} | **no**: ${faults.map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
  } catch (error) {
    if (error instanceof SkippedFault) return `skipped: ${error.message} | –`;
    throw error;
  }
}
