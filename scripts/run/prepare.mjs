// `npm install` runs this to install the pre-commit hook in a git repository.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root } from './run.mjs';

const lefthook = `${root}node_modules/lefthook/bin/index.js`;

if (!process.env.CI && existsSync(`${root}.git`) && existsSync(lefthook)) {
  spawnSync(process.execPath, [lefthook, 'install'], { cwd: root, stdio: 'inherit' });
}
