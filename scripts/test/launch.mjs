// node scripts/test/launch.mjs NAME [ARGUMENTS]: installs missing packages and runs NAME.ts in this
// folder.
import '../run/node-version.mjs';
import { ensureDependencies } from '../run/dependencies.mjs';

await ensureDependencies({ development: true });
const { register } = await import('tsx/esm/api');
register();
const [name] = process.argv.splice(2, 1);
await import(`./${name}.ts`);
