import { Worker } from 'node:worker_threads';
import { projectFile, runsFromSource } from '../project-files.ts';

/** Runs `source` in development, and its bundle from `scripts/build/build.mjs` in a release. */
export function startWorker(name: string, source: URL): Worker {
  if (!runsFromSource) return new Worker(projectFile(`dist/server/${name}.js`));
  // A worker doesn't inherit tsx.
  const bootstrap = `import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(${JSON.stringify(source.href)}))`;
  return new Worker(bootstrap, { eval: true, execArgv: [] });
}
