import { cpus, loadavg } from 'node:os';
import { cutoff } from './cutoff.ts';
import { deadlineRush } from './deadline-rush.ts';
import { diskFull } from './disk-full.ts';
import { doubleSubmit } from './double-submit.ts';
import { countDrainFans, drain } from './drain.ts';
import { folder } from './folder.ts';
import { fsync } from './fsync.ts';
import { herd } from './herd.ts';
import { hostileFilesImported } from './hostile-files.ts';
import { runAtFullSize } from './in-full.ts';
import { KILLS_FAN_COUNT, kills } from './kills.ts';
import { loginFlood } from './login-flood.ts';
import { type Outcome, SkippedFault, withSeededProduct } from './outcome.ts';
import { restore } from './restore.ts';
import { scoringKills } from './scoring-kills.ts';
import { signUpBurst } from './sign-up-burst.ts';
import { countSubmitFans, submits } from './submits.ts';
import { twoAdministrators } from './two-administrators.ts';

// npm run faults [-- NAME...]: injects all faults or the named ones,
// and prints whether each promise holds. Runs on this machine only, a few minutes per fault.

const SUBMITS = { count: 20_000, batchSize: 1_000 };

/** The numbers of the promises are those of docs/faults.md. */
const FAULTS: Readonly<Record<string, { promise: string; run: () => Promise<Outcome> }>> = {
  kills: {
    promise: '1',
    run: () => withSeededProduct(KILLS_FAN_COUNT, (product) => kills(product, 100)),
  },
  folder: { promise: '2', run: () => folder(6) },
  fsync: { promise: '3', run: () => fsync(100) },
  'restore-embedded': { promise: '3', run: () => restore('embedded', 100_000) },
  submits: {
    promise: '4',
    run: () => withSeededProduct(countSubmitFans(SUBMITS), (product) => submits(product, SUBMITS)),
  },
  'deadline-embedded': { promise: '5', run: () => deadlineRush('embedded') },
  'deadline-postgresql': { promise: '5', run: () => deadlineRush('url') },
  cutoff: { promise: '6', run: () => cutoff(1_000) },
  'double-submit': { promise: '7', run: () => doubleSubmit(20) },
  'two-administrators': { promise: '8', run: () => twoAdministrators(50) },
  'scoring-kills': {
    promise: '9',
    run: () => withSeededProduct(10_000, (product) => scoringKills(product, 50)),
  },
  cuts: { promise: '11', run: () => runAtFullSize('crowd') },
  herd: { promise: '12', run: () => herd(5_000) },
  'disk-full': { promise: '15', run: diskFull },
  nodes: { promise: '11, 13, 14, 16, 18', run: () => runAtFullSize('nodes') },
  drain: {
    promise: '16',
    run: () => withSeededProduct(countDrainFans(10), (product) => drain(product, 10)),
  },
  'login-flood': { promise: '17', run: () => loginFlood(30) },
  'sign-up-burst': { promise: '17', run: () => signUpBurst(1_880) },
  'hostile-files': { promise: '21', run: hostileFilesImported },
  'restore-postgresql': { promise: '19', run: () => restore('url', 100_000) },
};

const requestedNames = process.argv.slice(2);
const rows = [];
for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(FAULTS)) {
  const fault = FAULTS[name];
  if (!fault) throw new Error(`Unknown fault ${name}. Faults: ${Object.keys(FAULTS).join(', ')}`);
  const startedAt = Date.now();
  const result = await runFault(fault.run);
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const row = [name, fault.promise, result, `${seconds} s`, loadavg()[0]?.toFixed(1)];
  rows.push(`| ${row.join(' | ')} |`);
  console.log(rows.at(-1));
}
console.log(`\n${cpus().length} processors (${cpus()[0]?.model}), Node ${process.version}\n`);
console.log(
  '| Fault test | Guarantee | Result | Met | Duration | Load |\n|---|---|---|---|---|---|',
);
console.log(rows.join('\n'));

/** Runs a fault. Returns the summary and whether the promise holds, as two table columns. */
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
