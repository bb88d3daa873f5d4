import { fanout } from './fanout.ts';
import { firstScreen } from './first-screen.ts';
import { firstStart } from './first-start.ts';
import { firstVisit } from './first-visit.ts';
import { footprint } from './footprint.ts';
import { growth } from './growth.ts';
import { leaderboard } from './leaderboard.ts';
import { memory } from './memory.ts';
import { newcomers } from './newcomers.ts';
import { night } from './night.ts';
import { nodes } from './nodes.ts';
import { odds } from './odds.ts';
import { reachablePoints } from './reachable-points.ts';
import { score } from './score.ts';
import { coldScreens, longLists, secondVisit, typing } from './screens.ts';
import { sharePicture } from './share-picture.ts';
import { standings } from './standings.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';
import { submit } from './submit.ts';
import type { Finding } from './support/compare.ts';

// npm run bench [-- NAME...]: runs all benchmarks or the named ones. Prints a JSON line for each,
// then a table.

const BENCHMARKS: Readonly<Record<string, () => Promise<Finding | Finding[]>>> = {
  submit,
  score,
  standings,
  leaderboard,
  fanout,
  night,
  stop,
  growth,
  memory,
  'first-screen': firstScreen,
  'first-visit': firstVisit,
  'cold-screens': coldScreens,
  'second-visit': secondVisit,
  'long-lists': longLists,
  typing,
  'share-picture': sharePicture,
  start,
  'first-start': firstStart,
  footprint,
  newcomers,
  nodes,
  odds,
  'reachable-points': reachablePoints,
};

const requestedNames = process.argv.slice(2);
const findings: Finding[] = [];
for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(BENCHMARKS)) {
  const benchmark = BENCHMARKS[name];
  if (!benchmark)
    throw new Error(`Unknown benchmark ${name}. Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}`);
  for (const finding of [await benchmark()].flat()) {
    console.log(JSON.stringify(finding));
    findings.push(finding);
    if (!finding.holds) process.exitCode = 1;
  }
}
console.table(
  Object.fromEntries(
    findings.map(({ benchmark, product, baseline, unit, ratio, threshold, holds }) => [
      benchmark,
      { product, baseline, unit, ratio, threshold, holds },
    ]),
  ),
);
