import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Values of `font-family`. The `Ext` fonts have the extended Latin characters. */
export const POSTER = 'Poster, Poster Ext';
export const BODY = 'Body, Body Ext';

const FACES = [
  { name: 'Poster', family: 'big-shoulders-display', weights: [700, 900] },
  { name: 'Body', family: 'instrument-sans', weights: [400, 600] },
] as const;

export function readFonts() {
  const files = FACES.flatMap(({ name, family, weights }) =>
    weights.flatMap((weight) => [
      { name, weight, file: `${family}-latin-${weight}-normal.woff`, family },
      { name: `${name} Ext`, weight, file: `${family}-latin-ext-${weight}-normal.woff`, family },
    ]),
  );
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    files.map(async ({ name, weight, file, family }) => {
      const data = await readFile(resolve(`@fontsource/${family}/files/${file}`));
      return { name, weight, data };
    }),
  );
}
