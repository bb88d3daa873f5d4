import { expect, test } from 'vitest';
import { z } from 'zod';
// It gives zod its sentences.
import './endpoint.ts';

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing', z.string(), undefined, 'Required'],
  ['no text', z.string(), 7, 'Must be text'],
  ['no number', z.number(), 'x', 'Must be a number'],
  ['no truth', z.boolean(), 1, 'Must be true or false'],
  ['no list', z.array(z.int()), 'x', 'Must be a list'],
  ['no object', z.object({}), 'x', 'Must be an object with named fields'],
  ['no whole number', z.int(), 1.5, 'Must be a whole number'],
  ['of a kind without a name', z.map(z.string(), z.string()), 7, 'Must be a valid value'],
  ['too much', z.number().max(5_000), 5_001, 'Must be at most 5,000'],
  ['too little', z.number().min(1), 0, 'Must be at least 1'],
  ['too long', z.string().max(1_000), 'x'.repeat(1_001), 'At most 1,000 characters'],
  ['too long for one', z.string().max(1), 'xx', 'At most 1 character'],
  ['too short', z.string().min(2), 'x', 'At least 2 characters'],
  ['empty', z.string().min(1), '', 'Required'],
  ['too many', z.array(z.int()).max(1), [1, 2], 'At most 1 item'],
  ['too few', z.array(z.int()).min(2), [1], 'At least 2 items'],
  ['no address', z.email(), 'x', 'Must be an email address'],
  ['no link', z.url(), 'x', 'Must be a web address'],
  ['no id', z.uuid(), 'x', 'Must be an id'],
  ['no moment', z.iso.datetime(), 'x', 'Must be a date with its time'],
  ['no date', z.iso.date(), 'x', 'Must be a date'],
  ['of a form without a name', z.ipv4(), 'x', 'Must be a valid value'],
  ['none of two', z.enum(['open', 'live']), 'x', 'Must be open or live'],
  ['no multiple', z.number().multipleOf(2), 3, 'Must be a whole number'],
  ['with more fields', z.strictObject({}), { a: 1, b: 2 }, 'There is no field a or b'],
  ['what suits no alternative', z.union([z.int(), z.boolean()]), 'x', 'Must be a valid value'],
])('%s is told in words for a person', (_what, schema, value, sentence) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
