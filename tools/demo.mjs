import '../scripts/node-version.mjs';
import { ensureDependencies } from '../scripts/dependencies.mjs';
import { ensureBuild } from '../scripts/freshness.mjs';
import { root } from '../scripts/run.mjs';

process.chdir(root);
await ensureDependencies();
await ensureBuild();
const { register } = await import('tsx/esm/api');
register();
await import('./demo/run-demo.ts');
