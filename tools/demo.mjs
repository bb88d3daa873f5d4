import '../scripts/run/node-version.mjs';
import { ensureDependencies } from '../scripts/run/dependencies.mjs';
import { ensureBuild } from '../scripts/run/freshness.mjs';
import { root } from '../scripts/run/run.mjs';

process.chdir(root);
await ensureDependencies();
await ensureBuild();
const { register } = await import('tsx/esm/api');
register();
await import('./demo/run-demo.ts');
