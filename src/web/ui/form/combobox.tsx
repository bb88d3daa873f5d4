import * as Popover from '@radix-ui/react-popover';
import {
  type ComponentProps,
  type KeyboardEvent,
  use,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ChevronDown } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { PortalContainer } from '../overlay/portal-container.ts';
import { ComboboxOption, type Option } from './combobox-option.tsx';
import { CONTROL_BOX, Field, type FieldLabels } from './field.tsx';
import { searchIndex } from './search-index.ts';
import { useTypedText } from './use-typed-text.ts';

export type ComboboxProps = FieldLabels & {
  options: readonly Option[];
  value: string | null;
  /** Null only if `clearable`, when the text was emptied. */
  onChange: (value: string | null) => void;
  clearable?: boolean | undefined;
  emptyText?: string | undefined;
  ref?: ComponentProps<'input'>['ref'];
} & Pick<ComponentProps<'input'>, 'id' | 'placeholder' | 'disabled' | 'onBlur' | 'className'>;

/** An editable combobox with list autocomplete, as specified by the ARIA APG. */
export function Combobox({
  options,
  value,
  onChange,
  clearable = false,
  emptyText = 'No matches',
  label,
  labelHidden,
  hint,
  error,
  id,
  className,
  onBlur,
  ...input
}: ComboboxProps) {
  const listId = useId();
  const container = use(PortalContainer);
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);

  const chosen = options.find((option) => option.value === value);
  const find = useMemo(() => searchIndex(options, (option) => option), [options]);
  const typedText = useTypedText({ anchor, options, find, value, onChange, clearable });
  const { text } = typedText;
  const matches = text === null ? options : find(text);
  const listShown = open && matches.length > 0;
  const getOptionId = (index: number) => `${listId}-${index}`;

  function show(index: number) {
    setOpen(true);
    activate(index);
  }

  function activate(index: number) {
    setActive(index);
    // A list that has just opened is in the DOM after the next paint.
    requestAnimationFrame(() =>
      document.getElementById(getOptionId(index))?.scrollIntoView({ block: 'nearest' }),
    );
  }

  function close() {
    setOpen(false);
    typedText.discard();
  }

  function choose(option: Option | undefined) {
    if (option) onChange(option.value);
    close();
  }

  function showAll() {
    show(Math.max(0, chosen ? matches.indexOf(chosen) : 0));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = listShown ? getNextIndex(event.key, active, matches.length - 1) : null;
    const isOpening = !open && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
    const isChoosing = listShown && event.key === 'Enter';
    if (next === null && !isOpening && !isChoosing) return;
    event.preventDefault();
    if (next !== null) activate(next);
    else if (isChoosing) choose(matches[active]);
    else showAll();
  }

  return (
    <Field {...{ label, labelHidden, hint, id, className }} error={typedText.error ?? error}>
      {(control) => (
        <Popover.Root open={open} onOpenChange={(next) => !next && setOpen(false)}>
          <Popover.Anchor ref={anchor} className="relative">
            <input
              type="text"
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-autocomplete="list"
              aria-expanded={listShown}
              aria-controls={listShown ? listId : undefined}
              aria-activedescendant={listShown ? getOptionId(active) : undefined}
              {...input}
              {...control}
              value={text ?? chosen?.label ?? ''}
              onClick={() => !open && showAll()}
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                typedText.type(event.target.value);
                show(0);
              }}
              onBlur={(event) => {
                setOpen(false);
                typedText.commit();
                onBlur?.(event);
              }}
              className={classes(CONTROL_BOX, 'min-h-11 text-ellipsis py-2 pr-11 pl-3.5')}
            />
            <ChevronDown
              aria-hidden
              className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-dim"
            />
          </Popover.Anchor>
          <Popover.Portal container={container}>
            <Popover.Content
              id={listId}
              role={listShown ? 'listbox' : 'status'}
              aria-label={listShown ? label : undefined}
              align="start"
              sideOffset={4}
              collisionPadding={8}
              onEscapeKeyDown={typedText.discard}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => {
                const { target } = event;
                if (target instanceof Node && anchor.current?.contains(target)) {
                  event.preventDefault();
                }
              }}
              // Keeps the focus in the input while an option is pressed.
              onMouseDown={(event) => event.preventDefault()}
              className="z-60 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) overflow-y-auto overscroll-contain rounded-xl border border-rail bg-stage p-1.5 text-text shadow-raised"
            >
              {matches.map((option, index) => (
                <ComboboxOption
                  key={option.value}
                  id={getOptionId(index)}
                  option={option}
                  active={index === active}
                  chosen={option === chosen}
                  onActivate={() => setActive(index)}
                  onChoose={() => choose(option)}
                />
              ))}
              {!listShown && <p className="px-3 py-2.5 text-dim">{emptyText}</p>}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
}

function getNextIndex(key: string, index: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index >= last ? 0 : index + 1;
    case 'ArrowUp':
      return index <= 0 ? last : index - 1;
    case 'PageDown':
      return Math.min(last, index + 8);
    case 'PageUp':
      return Math.max(0, index - 8);
    default:
      return null;
  }
}
