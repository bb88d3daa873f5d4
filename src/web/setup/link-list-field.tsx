import { useId } from 'react';
import {
  type Control,
  type FieldErrors,
  type UseFormRegister,
  useFieldArray,
} from 'react-hook-form';
import { MAX_LINKS } from '#contract/band.ts';
import type { BandSettings } from '#contract/band-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/form/field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Plus, Trash2 } from '#web/ui/icons.ts';

type ListName = 'officialLinks' | 'socialLinks' | 'fanSpotlight';

type LinkListFieldProps<Name extends ListName> = {
  name: Name;
  title: string;
  hint?: string;
  itemName: string;
  columns: Readonly<Record<keyof BandSettings[Name][number] & string, string>>;
  form: {
    control: Control<BandSettings>;
    register: UseFormRegister<BandSettings>;
    errors: FieldErrors<BandSettings>;
  };
};

export function LinkListField<Name extends ListName>(props: LinkListFieldProps<Name>) {
  const { name, title, hint, itemName, columns, form } = props;
  const { control, register, errors } = form;
  const { fields: rows, append, remove } = useFieldArray({ control, name });
  const titleId = useId();
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  const blank = Object.fromEntries(keys.map((key) => [key, '']));
  const listErrors = errors[name];
  return (
    <fieldset aria-labelledby={titleId} className="grid gap-3 sm:col-span-2">
      <h3 id={titleId} className="font-semibold">
        {title}
      </h3>
      {hint && <p className="-mt-2 text-dim text-sm">{hint}</p>}
      {listErrors?.message && <FieldError id={undefined}>{listErrors.message}</FieldError>}
      {rows.map((row, index) => (
        <div
          key={row.id}
          className="grid items-start gap-3 border-rail border-t pt-3 sm:grid-cols-2"
        >
          {keys.map((key) => {
            const path = `${name}.${index}.${key}` as `officialLinks.${number}.url`;
            const rowErrors = (listErrors as Record<string, { message?: string }>[] | undefined)?.[
              index
            ];
            return (
              <TextField
                key={key}
                className={key === 'text' ? 'sm:col-span-2' : undefined}
                label={`${columns[key]} of ${itemName} ${index + 1}`}
                {...(key === 'url' &&
                  ({ type: 'url', inputMode: 'url', autoCapitalize: 'none' } as const))}
                error={rowErrors?.[key]?.message}
                {...register(path)}
              />
            );
          })}
          <Button
            variant="ghost"
            className="justify-self-start"
            aria-label={`Remove ${itemName} ${index + 1}`}
            onClick={() => remove(index)}
          >
            <Trash2 aria-hidden className="size-4" />
            Remove
          </Button>
        </div>
      ))}
      {rows.length < MAX_LINKS && (
        <Button
          className="justify-self-start"
          onClick={() => append(blank as unknown as Parameters<typeof append>[0])}
        >
          <Plus aria-hidden className="size-4" />
          Add {itemName === 'entry' ? 'an' : 'a'} {itemName}
        </Button>
      )}
    </fieldset>
  );
}
