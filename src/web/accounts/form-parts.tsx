import type { ComponentProps } from 'react';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { TextField, type TextFieldProps } from '#web/ui/form/text-field.tsx';

/** Password managers identify the account by `username`. */
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

type CurrentPasswordFieldProps = {
  className?: string;
  value: string;
  onChange: (value: string) => void;
};

export function CurrentPasswordField({ className, value, onChange }: CurrentPasswordFieldProps) {
  return (
    <PasswordField
      label="Password"
      autoComplete="current-password"
      {...(className && { className })}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type SubmitButtonProps = Pick<
  ComponentProps<typeof Button>,
  'pending' | 'pendingText' | 'children'
>;

export function SubmitButton(props: SubmitButtonProps) {
  return <Button type="submit" variant="lamp" size="lg" {...props} />;
}
