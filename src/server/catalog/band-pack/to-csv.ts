import type { z } from 'zod';

export function toCsv<S extends z.ZodObject>(
  schema: S,
  rows: readonly Cells<S>[],
  omittedColumns: readonly string[] = [],
): string {
  const columns = Object.keys(schema.shape).filter((column) => !omittedColumns.includes(column));
  const lines = rows.map((row) => columns.map((column) => toCell(row[column])).join());
  return `${[columns.join(), ...lines].join('\n')}\n`;
}

export type Cells<S extends z.ZodObject> = Partial<
  Record<keyof S['shape'], string | number | null>
>;

function toCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
