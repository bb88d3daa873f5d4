// node scripts/run/install.mjs: installs missing packages, including development packages.
import './node-version.mjs';
import { ensureDependencies } from './dependencies.mjs';

await ensureDependencies({ development: true });
