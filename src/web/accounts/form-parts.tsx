import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/form/text-field.tsx';

// What the forms of accounts have in common.

/** An address, as a password manager knows the account by it. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

type OwnPasswordFieldProps = { className?: string; typed: string; onType: (text: string) => void };

/** The password that one has, asked for before what only its owner may do. */
export function OwnPasswordField({ className, typed, onType }: OwnPasswordFieldProps) {
  return (
    <PasswordField
      label="Password"
      autoComplete="current-password"
      {...(className && { className })}
      value={typed}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

type SendButtonProps = Pick<ComponentProps<typeof Button>, 'pending' | 'pendingText' | 'children'>;

/** The one thing that the form of a whole page does. */
export function SendButton(props: SendButtonProps) {
  return <Button type="submit" variant="lamp" size="lg" {...props} />;
}
