// npm run build: installs the packages that the build needs, and builds.
import './node-version.mjs';
import { ensureDependencies } from './dependencies.mjs';

await ensureDependencies();
await import(new URL('../build/build.mjs', import.meta.url).href);
