import '../run/node-version.mjs';
import { ensureDependencies } from '../run/dependencies.mjs';

await ensureDependencies();
const { register } = await import('tsx/esm/api');
register();
await import('./test-everything.ts');
