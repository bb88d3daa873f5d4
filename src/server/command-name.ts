import { runsFromSource } from './project-files.ts';

/**
 * Returns a `node` command in a release, which has no npm. Pass `args`, even if empty, when
 * arguments follow.
 */
export function formatCommand(tool: string, args?: string): string {
  if (!runsFromSource) return [`node dist/server/tools/${tool}.js`, args].filter(Boolean).join(' ');
  return args === undefined ? `npm run ${tool}` : `npm run ${tool} -- ${args}`.trimEnd();
}

export const START_COMMAND = runsFromSource ? 'npm start' : 'node dist/server/main.js';
