import '../scripts/run/node-version.mjs';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../scripts/run/dependencies.mjs';
import { ensureBuild } from '../scripts/run/freshness.mjs';
import { root } from '../scripts/run/run.mjs';

const USAGE = `Usage: npm run demo -- [--into FOLDER]

Serves a made-up tour with a live show on PORT (3000), thrown away at the end. With --into the tour is kept in a
data folder instead, without a live show, for a public demo to start from.`;

const into = readFolder();
if (into !== undefined) {
  process.chdir(root);
  await ensureDependencies();
  await ensureBuild();
  const { register } = await import('tsx/esm/api');
  register();
  const { startDemo } = await import('./demo/run-demo.ts');
  await startDemo(into);
}

/** The folder, or '' where none is named; undefined where the command line was answered already. */
function readFolder() {
  try {
    const options = /** @type {const} */ ({ into: { type: 'string' }, help: { type: 'boolean' } });
    const { values } = parseArgs({ options });
    if (!values.help) return values.into ?? '';
    console.log(USAGE);
  } catch (error) {
    const [sentence = ''] = error instanceof Error ? error.message.split(/(?<=\.) /) : [];
    console.error(`${sentence.trim().replace(/\.?$/, '.')}\n${USAGE}`);
    process.exitCode = 2;
  }
}
