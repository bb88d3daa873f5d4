import { z } from 'zod';
import { SOURCE_ID_MAX } from '../db/schema/imports.ts';
import type { Handled } from './archive.ts';

// What all archives have in common where their answers come in.

/** Notes of a show, a soundcheck, a support act. */
export const SHOW_TEXT_MAX = 10_000;

/** An id, whether it came as a number or as text. */
export const idText = z
  .union([z.string(), z.int()], 'must be an id')
  .transform(String)
  .refine(
    (id) => id !== '' && id.length <= SOURCE_ID_MAX,
    `must be an id of 1 to ${SOURCE_ID_MAX} characters`,
  );

const WHOLE = 'must be a whole number';

/** A whole number, whether it came as such or as text. */
export const wholeNumber = z
  .union([z.int(WHOLE), z.string().regex(/^\d{1,9}$/, WHOLE)], WHOLE)
  .transform(Number);

/** 0, 1, '0', '1', true, false, and nothing at all. */
export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => value === true || Number(value) === 1);

/** Counts whether any of an entry's ids is a number, and which of these numbers are text. */
export function look(
  row: unknown,
  handled: Handled,
  ids: readonly string[],
  numbers: readonly string[] = [],
): void {
  const typeOf = (key: string) => typeof (row as Record<string, unknown> | null)?.[key];
  handled.add('numericIds', Number(ids.some((key) => typeOf(key) === 'number')));
  handled.add('textNumbers', numbers.filter((key) => typeOf(key) === 'string').length);
}

/** A link that a page may show; null for anything else. */
export function webAddress(url: string | null | undefined, max: number): string | null {
  if (!url || url.length > max || !URL.canParse(url)) return null;
  return /^https?:$/.test(new URL(url).protocol) ? url : null;
}
