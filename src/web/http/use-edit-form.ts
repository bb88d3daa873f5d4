import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { setFieldErrors } from './set-field-errors.ts';
import { useEditConflict } from './use-edit-conflict.ts';

/** Pass `outcome` to the form's mutation. */
export function useEditForm<Item, Fields extends FieldValues, Body>(
  current: Item | undefined,
  {
    getVersion,
    toFields,
    resolver,
    labels,
    onClose,
  }: {
    getVersion: (item: Item) => number;
    toFields: (item: Item | undefined) => Fields;
    resolver: Resolver<Fields, unknown, Body>;
    /** Server issues with unlabeled fields are not shown. */
    labels: Partial<Record<FieldPath<Fields>, string>>;
    onClose: () => void;
  },
) {
  const { original, theirs, conflictMessage, ...conflict } = useEditConflict(current, getVersion);
  const form = useForm<Fields, unknown, Body>({
    resolver,
    defaultValues: toFields(original) as DefaultValues<Fields>,
  });
  return {
    original,
    theirs,
    conflictMessage,
    form,
    outcome: {
      onSuccess: onClose,
      onError(error: Error) {
        conflict.recordConflict(error);
        setFieldErrors(error, form.setError, Object.keys(labels) as FieldPath<Fields>[]);
      },
    },
    takeTheirs() {
      form.reset(toFields(current));
      conflict.takeTheirs();
    },
  };
}

export function listDifferingFields<Fields extends FieldValues>(
  theirs: Fields,
  yours: Fields,
  labels: Partial<Record<FieldPath<Fields>, string>>,
  format: (fields: Fields, name: FieldPath<Fields>) => string = (fields, name) =>
    fields[name] ?? '',
): { label: string; theirs: string; yours: string }[] {
  const names = Object.entries(labels) as [FieldPath<Fields>, string][];
  return names
    .map(([name, label]) => ({ label, theirs: format(theirs, name), yours: format(yours, name) }))
    .filter((row) => row.theirs !== row.yours);
}
