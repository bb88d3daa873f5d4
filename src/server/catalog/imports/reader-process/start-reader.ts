import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { projectFile, runsFromSource } from '../../../project-files.ts';

/** V8 heap only. Files (up to 32 MB) and unpacked lines (up to 64 MB) are outside it. */
const MEMORY = '--max-old-space-size=96';

const OPTIONS: ForkOptions = {
  // Structured clone, so byte arrays keep their type.
  serialization: 'advanced',
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
};

export function startReader(): ChildProcess {
  if (!runsFromSource)
    // The reader needs none of the server's settings or secrets.
    return fork(projectFile('dist/server/archive-reader.js'), {
      ...OPTIONS,
      execArgv: [MEMORY],
      env: {},
    });
  const source = fileURLToPath(new URL('./archive-reader.ts', import.meta.url));
  return fork(source, { ...OPTIONS, execArgv: [MEMORY, '--import', 'tsx'] });
}
