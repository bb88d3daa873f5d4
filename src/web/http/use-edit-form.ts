import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { showIssues } from './show-issues.ts';
import { useOpened } from './use-opened.ts';

/**
 * A form in a dialog that creates a thing, or edits `present` from the version it was opened on:
 * `useOpened` for a form of react-hook-form. `outcome` belongs to the mutations that send it.
 */
export function useEditForm<Thing, Fields extends FieldValues, Body>(
  present: Thing | undefined,
  {
    versionOf,
    fieldsOf,
    rules,
    labels,
    onClose,
  }: {
    versionOf: (thing: Thing) => number;
    /** What the form begins with; of nothing for a new thing. */
    fieldsOf: (thing: Thing | undefined) => Fields;
    rules: Resolver<Fields, unknown, Body>;
    /** What the fields are called; the server's sentences on others have no place. */
    labels: Partial<Record<FieldPath<Fields>, string>>;
    onClose: () => void;
  },
) {
  const { opened, theirs, refusal, ...version } = useOpened(present, versionOf);
  const form = useForm<Fields, unknown, Body>({
    resolver: rules,
    defaultValues: fieldsOf(opened) as DefaultValues<Fields>,
  });
  return {
    opened,
    theirs,
    refusal,
    form,
    outcome: {
      onSuccess: onClose,
      onError(error: Error) {
        version.noteRefusal(error);
        showIssues(error, form.setError, Object.keys(labels) as FieldPath<Fields>[]);
      },
    },
    takeTheirs() {
      form.reset(fieldsOf(present));
      version.takeTheirs();
    },
  };
}

/** Where what others made of a thing differs from what was typed, in words. */
export function differencesOf<Fields extends FieldValues>(
  theirs: Fields,
  yours: Fields,
  labels: Partial<Record<FieldPath<Fields>, string>>,
  words: (fields: Fields, name: FieldPath<Fields>) => string = (fields, name) => fields[name] ?? '',
): { label: string; theirs: string; yours: string }[] {
  const names = Object.entries(labels) as [FieldPath<Fields>, string][];
  return names
    .map(([name, label]) => ({ label, theirs: words(theirs, name), yours: words(yours, name) }))
    .filter((row) => row.theirs !== row.yours);
}
