import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, timestamp } from 'drizzle-orm/pg-core';

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

/** Inlines the values, because a table definition can't have parameters. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${listLiterals(values)})`;
}

export function isEachOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} <@ array[${listLiterals(values)}]`;
}

function listLiterals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value}'`).join(', '));
}
