import '../scripts/run/node-version.mjs';
import { parseArgs } from 'node:util';
import { ensureDependencies } from '../scripts/run/dependencies.mjs';
import { ensureBuild } from '../scripts/run/freshness.mjs';
import { root } from '../scripts/run/run.mjs';

const USAGE = `Usage: npm run demo -- [--into FOLDER] [--night]

Serves a fictional band with fans, a finished tour and a show every hour on PORT (3000), and deletes everything at the
end. With --into, writes the band, fans and tour to a data folder instead, as the start of a public demo.
With --night, plays one show in fast-forward with 200 fans in three leagues, checks every board and exits.`;

const options = readOptions();
if (options) {
  process.chdir(root);
  await ensureDependencies();
  await ensureBuild();
  const { register } = await import('tsx/esm/api');
  register();
  if (options.night) {
    const { runSimulatedShow } = await import('./demo/run-simulated-show.ts');
    await runSimulatedShow();
  } else {
    const { startDemo } = await import('./demo/run-demo.ts');
    await startDemo(options.into ?? '');
  }
}

/** Returns undefined if the usage was already printed. */
function readOptions() {
  try {
    const options = /** @type {const} */ ({
      into: { type: 'string' },
      night: { type: 'boolean' },
      help: { type: 'boolean' },
    });
    const { values } = parseArgs({ options });
    if (!values.help) return values;
    console.log(USAGE);
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split(/(?<=\.) /) : [];
    console.error(`${message.trim().replace(/\.?$/, '.')}\n${USAGE}`);
    process.exitCode = 2;
  }
}
