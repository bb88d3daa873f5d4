#!/usr/bin/env node
// Runs a command of the built product: node scripts/run/called-it.mjs help
import './node-version.mjs';
import './compile-cache.mjs';

const launcher = process.platform === 'win32' ? 'called-it' : './called-it';
// Messages mention this command.
process.env.CALLED_IT_COMMAND = process.env.CALLED_IT_HOME ? launcher : 'npx called-it';
await import(new URL('../../dist/server/tools/called-it.js', import.meta.url).href);
