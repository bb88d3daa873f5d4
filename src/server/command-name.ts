import { runsFromSource } from './project-files.ts';

/**
 * How a command is run where this process runs: by npm in a clone, from the built product anywhere else, where
 * there is no npm. Give `args` where some follow, if only later.
 */
export function commandName(tool: string, args?: string): string {
  if (!runsFromSource) return [`node dist/server/tools/${tool}.js`, args].filter(Boolean).join(' ');
  return args === undefined ? `npm run ${tool}` : `npm run ${tool} -- ${args}`.trimEnd();
}

/** The same for the server itself. */
export const START_COMMAND = runsFromSource ? 'npm start' : 'node dist/server/main.js';
