import { expect, test } from 'vitest';
import { z } from 'zod';
// Configures zod's messages.
import './endpoint.ts';

test.each<[string, z.ZodType, unknown, string]>([
  ['missing', z.string(), undefined, 'Required'],
  ['not text', z.string(), 7, 'Must be text'],
  ['not a number', z.number(), 'x', 'Must be a number'],
  ['not a boolean', z.boolean(), 1, 'Must be true or false'],
  ['not a list', z.array(z.int()), 'x', 'Must be a list'],
  ['not an object', z.object({}), 'x', 'Must be an object with named fields'],
  ['not a whole number', z.int(), 1.5, 'Must be a whole number'],
  ['not of an unnamed type', z.map(z.string(), z.string()), 7, 'Must be a valid value'],
  ['too large', z.number().max(5_000), 5_001, 'Must be at most 5,000'],
  ['too small', z.number().min(1), 0, 'Must be at least 1'],
  ['too long', z.string().max(1_000), 'x'.repeat(1_001), 'At most 1,000 characters'],
  ['longer than one character', z.string().max(1), 'xx', 'At most 1 character'],
  ['too short', z.string().min(2), 'x', 'At least 2 characters'],
  ['empty', z.string().min(1), '', 'Required'],
  ['too many', z.array(z.int()).max(1), [1, 2], 'At most 1 item'],
  ['too few', z.array(z.int()).min(2), [1], 'At least 2 items'],
  ['not an email address', z.email(), 'x', 'Must be an email address'],
  ['not a link', z.url(), 'x', 'Must be a web address'],
  ['not an id', z.uuid(), 'x', 'Must be an id'],
  ['not a date with time', z.iso.datetime(), 'x', 'Must be a date and time'],
  ['not a date', z.iso.date(), 'x', 'Must be a date'],
  ['not of an unnamed format', z.ipv4(), 'x', 'Must be a valid value'],
  ['neither of two options', z.enum(['open', 'live']), 'x', 'Must be open or live'],
  ['not a multiple', z.number().multipleOf(2), 3, 'Must be a whole number'],
  ['an object with unknown fields', z.strictObject({}), { a: 1, b: 2 }, 'Unknown fields: a, b'],
  ['not in a union', z.union([z.int(), z.boolean()]), 'x', 'Must be a valid value'],
])('explains a value that is %s', (_what, schema, value, expected) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([expected]);
});
