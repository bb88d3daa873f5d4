import { useState } from 'react';
import { Eye, EyeOff } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'icon'> & {
  strength?: string | undefined;
};

/** Set `autoComplete` to current-password or new-password. */
export function PasswordField({ strength, hint, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={shown ? 'text' : 'password'}
      hint={
        strength === undefined ? (
          hint
        ) : (
          <>
            {hint} <span aria-live="polite">{strength}</span>
          </>
        )
      }
      trailing={
        <Button
          variant="ghost"
          size="icon"
          aria-label={shown ? 'Hide password' : 'Show password'}
          disabled={field.disabled}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden />
        </Button>
      }
    />
  );
}
