import { runsFromSource } from '#server/project-files.ts';

/** How a tool is run where this one is: by npm in a clone, from the built product anywhere else. */
export function commandOf(tool: string): string {
  return runsFromSource ? `npm run ${tool} --` : `node dist/server/tools/${tool}.js`;
}
