import { Worker } from 'node:worker_threads';
import { projectFile, runsFromSource } from '../project-files.ts';

/**
 * Starts a worker thread from the bundle that `scripts/build/build.mjs` writes under this name, or from
 * the source in development.
 */
export function startWorker(name: string, source: URL): Worker {
  if (!runsFromSource) return new Worker(projectFile(`dist/server/${name}.js`));
  // A worker doesn't inherit tsx, so its entry must be plain JavaScript that registers tsx first.
  const begin = `import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(${JSON.stringify(source.href)}))`;
  return new Worker(begin, { eval: true, execArgv: [] });
}
