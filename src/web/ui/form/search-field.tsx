import type { ComponentProps } from 'react';
import { Search } from '#web/ui/icons.ts';
import { TextField } from './text-field.tsx';

type SearchFieldProps = Omit<
  ComponentProps<typeof TextField>,
  'type' | 'icon' | 'labelHidden' | 'value' | 'onChange'
> & {
  text: string;
  onChange: (text: string) => void;
};

export function SearchField({ text, onChange, ...field }: SearchFieldProps) {
  return (
    <TextField
      {...field}
      type="search"
      labelHidden
      icon={<Search aria-hidden />}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
