import { runsFromSource } from './project-files.ts';

const launcher = process.env.CALLED_IT_COMMAND;

/** Returns the command of the release's launcher, npm or node. Pass `args`, even if empty. */
export function formatCommand(tool: string, args?: string): string {
  if (launcher) return [launcher, tool, args].filter(Boolean).join(' ');
  if (!runsFromSource) return [`node dist/server/tools/${tool}.js`, args].filter(Boolean).join(' ');
  return args === undefined ? `npm run ${tool}` : `npm run ${tool} -- ${args}`.trimEnd();
}

export const START_COMMAND =
  launcher ?? (runsFromSource ? 'npm start' : 'node dist/server/main.js');
