import './node-version.mjs';
import { existsSync } from 'node:fs';
import { ensureDependencies } from './dependencies.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { ensureBuild } from './freshness.mjs';
import { root } from './run.mjs';

endWithNpm();
process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');

await ensureDependencies();
await ensureBuild();

process.env.NODE_ENV ??= 'production';
process.setSourceMapsEnabled(true);
// In this same process, so that the signals of whoever started it reach the server.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
