import * as Primitive from '@radix-ui/react-dropdown-menu';
import { type ReactNode, use } from 'react';
import { classes } from '../class-names.ts';
import { Check } from '../icons.ts';
import { PortalContainer } from './portal-container.ts';

type DropdownMenuProps = {
  trigger: ReactNode;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  defaultOpen?: boolean | undefined;
  children: ReactNode;
};

export function DropdownMenu({
  trigger,
  align = 'end',
  side = 'bottom',
  defaultOpen = false,
  children,
}: DropdownMenuProps) {
  const container = use(PortalContainer);
  return (
    <Primitive.Root modal={false} defaultOpen={defaultOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-60 min-w-48 max-w-xs rounded-xl border border-rail bg-stage p-1.5 text-text shadow-raised data-[state=open]:animate-[fade-in_100ms_ease-out]"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

type MenuItemProps = {
  onSelect?: (() => void) | undefined;
  disabled?: boolean | undefined;
  danger?: boolean | undefined;
  asChild?: boolean | undefined;
  children: ReactNode;
};

export function MenuItem({ onSelect, danger, ...item }: MenuItemProps) {
  return (
    <Primitive.Item
      {...item}
      {...(onSelect ? { onSelect } : {})}
      className={classes(ITEM, danger && 'text-danger')}
    />
  );
}

const ITEM =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-lg px-3 py-2 font-medium no-underline outline-none data-disabled:cursor-not-allowed data-highlighted:bg-text/10 data-disabled:text-dim data-disabled:opacity-60 [&>svg]:size-4.5 [&>svg]:shrink-0';

type MenuCheckboxProps = {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
};

/** Keeps the menu open, so the new state is visible. */
export function MenuCheckbox({ checked, onChange, children }: MenuCheckboxProps) {
  return (
    <Primitive.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={ITEM}
    >
      <span
        aria-hidden
        className="grid size-5.5 place-content-center rounded-md border-[1.5px] border-edge bg-well"
      >
        <Primitive.ItemIndicator>
          <Check className="size-4" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.CheckboxItem>
  );
}

/** Screen readers don't announce it when the menu opens, so the page must also contain the text. */
export function MenuText({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-3 py-2">{children}</Primitive.Label>;
}

export function MenuSeparator() {
  return <Primitive.Separator className="mx-1.5 my-1.5 h-px bg-rail" />;
}

type MenuRadioGroupProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  children: ReactNode;
};

export function MenuRadioGroup<Value extends string>(props: MenuRadioGroupProps<Value>) {
  return (
    <Primitive.RadioGroup
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => props.onChange(value as Value)}
    >
      <p aria-hidden className="label px-3 pt-1.5 pb-1 text-dim">
        {props.label}
      </p>
      <div className="flex gap-1 px-1.5">{props.children}</div>
    </Primitive.RadioGroup>
  );
}

type MenuIconRadioProps = { value: string; label: string; children: ReactNode };

/** Keeps the menu open, so the effect is visible. */
export function MenuIconRadio({ value, label, children }: MenuIconRadioProps) {
  return (
    <Primitive.RadioItem
      value={value}
      title={label}
      onSelect={(event) => event.preventDefault()}
      className="flex min-h-11 flex-1 cursor-pointer select-none items-center justify-center rounded-lg text-dim -outline-offset-2 outline-focus data-highlighted:outline-2 data-[state=checked]:bg-text/10 data-[state=checked]:text-text [&>svg]:size-4.5"
    >
      {children}
      <span className="sr-only">{label}</span>
    </Primitive.RadioItem>
  );
}
