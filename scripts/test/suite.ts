import { runSteps } from './run-steps.ts';
import { listAllSteps } from './steps.ts';
import { ensureSystemPackages } from './system-packages.ts';

// npm test

await ensureSystemPackages();
await runSteps(listAllSteps());
