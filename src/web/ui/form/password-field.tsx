import { useState } from 'react';
import { Eye, EyeOff } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'icon'> & {
  strength?: string | undefined;
};

/** Set `autoComplete` to current-password or new-password. */
export function PasswordField({ strength, hint, ...field }: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      type={isVisible ? 'text' : 'password'}
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
          aria-label={isVisible ? 'Hide password' : 'Show password'}
          disabled={field.disabled}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon aria-hidden />
        </Button>
      }
    />
  );
}
