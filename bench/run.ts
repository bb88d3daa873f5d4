import { measureFanout } from './fanout.ts';
import { measureFirstScreen } from './first-screen.ts';
import { measureFirstStart } from './first-start.ts';
import { measureFirstVisit } from './first-visit.ts';
import { measureFootprint } from './footprint.ts';
import { measureGrowth } from './growth.ts';
import { measureLeaderboard } from './leaderboard.ts';
import { measureMemory } from './memory.ts';
import { measureNewcomers } from './newcomers.ts';
import { measureNight } from './night.ts';
import { measureNodes } from './nodes.ts';
import { measureOdds } from './odds.ts';
import { measurePaints } from './paints.ts';
import { measureReachablePoints } from './reachable-points.ts';
import { measureReveal } from './reveal.ts';
import { measureScoring } from './score.ts';
import {
  measureColdScreens,
  measureLongLists,
  measureSecondVisit,
  measureTyping,
} from './screens.ts';
import { measureSharePicture } from './share-picture.ts';
import { measureStandings } from './standings.ts';
import { measureStartup } from './start.ts';
import { measureEventLoopDelay } from './stop.ts';
import { measureSubmissions } from './submit.ts';
import type { Finding } from './support/compare.ts';

// npm run bench [-- NAME...]: runs all benchmarks or the named ones. Prints a JSON line for each,
// then a table.

const BENCHMARKS: Readonly<Record<string, () => Promise<Finding | Finding[]>>> = {
  submit: measureSubmissions,
  score: measureScoring,
  standings: measureStandings,
  leaderboard: measureLeaderboard,
  fanout: measureFanout,
  night: measureNight,
  stop: measureEventLoopDelay,
  growth: measureGrowth,
  memory: measureMemory,
  'first-screen': measureFirstScreen,
  'first-visit': measureFirstVisit,
  paints: measurePaints,
  'cold-screens': measureColdScreens,
  'second-visit': measureSecondVisit,
  'long-lists': measureLongLists,
  typing: measureTyping,
  'share-picture': measureSharePicture,
  start: measureStartup,
  'first-start': measureFirstStart,
  footprint: measureFootprint,
  newcomers: measureNewcomers,
  nodes: measureNodes,
  odds: measureOdds,
  'reachable-points': measureReachablePoints,
  reveal: measureReveal,
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
