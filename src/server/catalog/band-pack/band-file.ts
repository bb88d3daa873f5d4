import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { band } from '#contract/band.ts';
import { findColorIssues } from '#contract/band-colors.ts';
import { temporaryPassword } from '#contract/setup.ts';
import { themes } from '../../pages/colors.ts';
import { projectFile } from '../../project-files.ts';
import { timeZone } from './pack-rows.ts';

const { version: _version, ...bandShape } = band.shape;

export const bandFile = z.strictObject({
  ...bandShape,
  timeZone,
  colors: bandShape.colors.superRefine((colors, context) => {
    for (const problem of findColorIssues(themes, colors)) context.addIssue(problem);
  }),
  temporaryPassword,
});

/** Returns undefined if the demo pack was removed. */
export async function readDemoBand(): Promise<string | undefined> {
  const text = await readFile(projectFile('bands/lantern/band.json'), 'utf8').catch(
    () => undefined,
  );
  return text && bandFile.parse(JSON.parse(text)).bandName;
}
