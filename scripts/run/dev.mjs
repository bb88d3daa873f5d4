import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { ensureDependencies } from './dependencies.mjs';
import { root } from './run.mjs';

process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');
await ensureDependencies({ development: true });

const port = process.env.PORT ?? '3000';
const apiPort = process.env.API_PORT ?? '3001';
const env = { ...process.env, NODE_ENV: 'development', API_PORT: apiPort };

const server = start(
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'],
  {
    ...env,
    PORT: apiPort,
  },
);
const pages = start(['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], env);
console.log(
  `Called It, in development: http://localhost:${port} (server on ${apiPort}, Ctrl+C stops both)`,
);

let isEnding = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => endBoth(0));
}
for (const child of [server, pages]) child.on('exit', (code) => endBoth(code ?? 1));

/** @param {number} code */
function endBoth(code) {
  if (isEnding) return;
  isEnding = true;
  process.exitCode = code;
  for (const child of [server, pages]) child.kill('SIGTERM');
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} childEnv
 */
function start(args, childEnv) {
  return spawn(process.execPath, args, { env: childEnv, stdio: ['ignore', 'inherit', 'inherit'] });
}
