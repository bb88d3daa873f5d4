// node scripts/run/install.mjs: installs what npm lacks, the packages of tests and tools included.
import './node-version.mjs';
import { ensureDependencies } from './dependencies.mjs';

await ensureDependencies({ development: true });
