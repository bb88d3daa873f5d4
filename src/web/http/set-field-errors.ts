import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { HttpError } from './http-error.ts';

export function setFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
): void {
  if (!(error instanceof HttpError)) return;
  for (const { path, message } of error.issues) {
    const field = fields.find((name) => name === path);
    if (field) setError(field, { message });
  }
}
