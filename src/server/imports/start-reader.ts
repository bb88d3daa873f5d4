import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { projectFile, runsFromSource } from '../project-files.ts';

/** Its own objects. The files and their unpacked lines come on top: 32 MB and 64 MB at most. */
const MEMORY = '--max-old-space-size=96';

const OPTIONS: ForkOptions = {
  // Bytes and pages as they are.
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
};

/** Starts the process that reads files, from the bundle, or in development from the source. */
export function startReader(): ChildProcess {
  if (!runsFromSource)
    // It needs nothing of what the server was told.
    return fork(projectFile('dist/server/archive-reader.js'), {
      ...OPTIONS,
      execArgv: [MEMORY],
      env: {},
    });
  const source = fileURLToPath(new URL('./archive-reader.ts', import.meta.url));
  return fork(source, { ...OPTIONS, execArgv: [MEMORY, '--import', 'tsx'] });
}
