import { z } from 'zod';
import { SOURCE_ID_MAX } from '../../../db/schema/imports.ts';
import type { ImportCounts } from './archive.ts';

/** The maximum length of a show's notes, soundcheck and support act. */
export const SHOW_TEXT_MAX = 10_000;

export const idText = z
  .union([z.string(), z.int()], 'must be an id')
  .transform(String)
  .refine(
    (id) => id !== '' && id.length <= SOURCE_ID_MAX,
    `must be an id of 1 to ${SOURCE_ID_MAX} characters`,
  );

const WHOLE_NUMBER_MESSAGE = 'must be a whole number';

export const wholeNumber = z
  .union(
    [z.int(WHOLE_NUMBER_MESSAGE), z.string().regex(/^\d{1,9}$/, WHOLE_NUMBER_MESSAGE)],
    WHOLE_NUMBER_MESSAGE,
  )
  .transform(Number);

export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => value === true || Number(value) === 1);

/** Counts rows with a numeric ID, and numeric fields that are text. */
export function countLooseTypes(
  row: unknown,
  importCounts: ImportCounts,
  idFields: readonly string[],
  numericFields: readonly string[] = [],
): void {
  const getFieldType = (key: string) => typeof (row as Record<string, unknown> | null)?.[key];
  importCounts.add('numericIds', Number(idFields.some((key) => getFieldType(key) === 'number')));
  importCounts.add(
    'textNumbers',
    numericFields.filter((key) => getFieldType(key) === 'string').length,
  );
}

export function toWebUrl(url: string | null | undefined, max: number): string | null {
  if (!url || url.length > max || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
