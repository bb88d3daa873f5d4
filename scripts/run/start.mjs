import './node-version.mjs';
import './compile-cache.mjs';
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
// Run in this process, so that signals reach the server.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
