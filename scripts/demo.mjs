import './node-version.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureBuild } from './freshness.mjs';
import { root } from './run.mjs';

process.chdir(root);
await ensureDependencies();
await ensureBuild();
const { register } = await import('tsx/esm/api');
register();
await import('./demo/run-demo.ts');
