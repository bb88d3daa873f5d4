import { type FormEvent, type ReactNode, useState } from 'react';
import { TextField } from '../form/text-field.tsx';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';

type TypedConfirmProps = Omit<FormDialogProps, 'variant' | 'onSubmit'> & {
  /** The text to type. Case is ignored. */
  name: string;
  mismatchText: string;
  onConfirm: () => void;
  children: ReactNode;
};

export function TypedConfirm({
  name,
  mismatchText,
  onConfirm,
  children,
  ...dialog
}: TypedConfirmProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim().toLowerCase() !== name.toLowerCase()) return setError(mismatchText);
    onConfirm();
  }

  return (
    <FormDialog {...dialog} variant="danger" onSubmit={submit}>
      <div className="grid gap-3 text-dim sm:col-span-2">{children}</div>
      <TextField
        className="sm:col-span-2"
        label={`Type ${name} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        error={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
