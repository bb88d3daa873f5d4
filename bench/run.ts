import { firstVisit } from './first-visit.ts';
import { kills } from './kills.ts';
import { leaderboard } from './leaderboard.ts';
import { memory } from './memory.ts';
import { newcomers } from './newcomers.ts';
import { nodes } from './nodes.ts';
import { score } from './score.ts';
import { coldScreens, longLists, secondVisit, typing } from './screens.ts';
import { sharePicture } from './share-picture.ts';
import { standings } from './standings.ts';
import { start } from './start.ts';
import { submit } from './submit.ts';
import { submits } from './submits.ts';
import type { Finding } from './support/compare.ts';

// npm run bench [-- NAME...]: all benches, or those named; one JSON line each.

const BENCHES: Readonly<Record<string, () => Promise<Finding>>> = {
  submit,
  score,
  standings,
  leaderboard,
  'first-visit': firstVisit,
  'cold-screens': coldScreens,
  'second-visit': secondVisit,
  'long-lists': longLists,
  typing,
  'share-picture': sharePicture,
  start,
  memory,
  newcomers,
  nodes,
  submits,
  kills,
};

const chosen = process.argv.slice(2);
for (const name of chosen.length > 0 ? chosen : Object.keys(BENCHES)) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`There is no bench ${name}, only ${Object.keys(BENCHES).join(', ')}`);
  const finding = await bench();
  console.log(JSON.stringify(finding));
  if (!finding.holds) process.exitCode = 1;
}
