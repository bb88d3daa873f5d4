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
import { CONTROL_BOX, Field, type FieldTexts } from './field.tsx';
import { searchIndex } from './search-index.ts';
import { useTypedText } from './use-typed-text.ts';

export type ComboboxProps = FieldTexts & {
  options: readonly Option[];
  value: string | null;
  /** null only where `clearable`: the text was emptied. */
  onChange: (value: string | null) => void;
  clearable?: boolean | undefined;
  emptyText?: string | undefined;
  /** Reaches the input, for the focus after a failed submit. */
  ref?: ComponentProps<'input'>['ref'];
} & Pick<ComponentProps<'input'>, 'id' | 'placeholder' | 'disabled' | 'onBlur' | 'className'>;

/** Picks one of up to some hundred options by typing a part of it (APG: editable combobox, list). */
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
  const typed = useTypedText({ box: anchor, options, find, value, onChange, clearable });
  const { text } = typed;
  const matches = text === null ? options : find(text);
  const listShown = open && matches.length > 0;
  const optionId = (place: number) => `${listId}-${place}`;

  function show(place: number) {
    setOpen(true);
    activate(place);
  }

  function activate(place: number) {
    setActive(place);
    // After the next paint, when a list that was just opened is there.
    requestAnimationFrame(() =>
      document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' }),
    );
  }

  function close() {
    setOpen(false);
    typed.forget();
  }

  function choose(option: Option | undefined) {
    if (option) onChange(option.value);
    close();
  }

  function showAll() {
    show(Math.max(0, chosen ? matches.indexOf(chosen) : 0));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = listShown ? placeAfter(event.key, active, matches.length - 1) : null;
    const opens = !open && (event.key === 'ArrowDown' || event.key === 'ArrowUp');
    const chooses = listShown && event.key === 'Enter';
    if (next === null && !opens && !chooses) return;
    event.preventDefault();
    if (next !== null) activate(next);
    else if (chooses) choose(matches[active]);
    else showAll();
  }

  return (
    <Field {...{ label, labelHidden, hint, id, className }} error={typed.error ?? error}>
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
              aria-activedescendant={listShown ? optionId(active) : undefined}
              {...input}
              {...control}
              value={text ?? chosen?.label ?? ''}
              onClick={() => !open && showAll()}
              onFocus={(event) => event.currentTarget.select()}
              onKeyDown={onKeyDown}
              onChange={(event) => {
                typed.type(event.target.value);
                show(0);
              }}
              onBlur={(event) => {
                setOpen(false);
                typed.settle();
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
              onEscapeKeyDown={typed.forget}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              onInteractOutside={(event) => {
                const { target } = event;
                if (target instanceof Node && anchor.current?.contains(target)) {
                  event.preventDefault();
                }
              }}
              // The input keeps the focus while an option is pressed.
              onMouseDown={(event) => event.preventDefault()}
              className="z-60 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) overflow-y-auto overscroll-contain rounded-xl border border-rail bg-stage p-1.5 text-text shadow-raised"
            >
              {matches.map((option, place) => (
                <ComboboxOption
                  key={option.value}
                  id={optionId(place)}
                  option={option}
                  active={place === active}
                  chosen={option === chosen}
                  onActivate={() => setActive(place)}
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

function placeAfter(key: string, place: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return place >= last ? 0 : place + 1;
    case 'ArrowUp':
      return place <= 0 ? last : place - 1;
    case 'PageDown':
      return Math.min(last, place + 8);
    case 'PageUp':
      return Math.max(0, place - 8);
    default:
      return null;
  }
}
