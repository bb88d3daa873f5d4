import { Worker } from 'node:worker_threads';
import { projectFile, runsFromSource } from '../project-files.ts';

/**
 * Starts a thread: from the bundle that `scripts/build/build.mjs` makes under its name, or in development
 * from the source.
 */
export function startWorker(name: string, source: URL): Worker {
  if (!runsFromSource) return new Worker(projectFile(`dist/server/${name}.js`));
  // A thread does not inherit tsx, and can't begin with what only tsx can read.
  const begin = `import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(${JSON.stringify(source.href)}))`;
  return new Worker(begin, { eval: true, execArgv: [] });
}
