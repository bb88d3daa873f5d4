import type { ReactNode } from 'react';
import { classes } from '#web/ui/class-names.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { ArrowDown, ArrowUp, Trash2 } from '#web/ui/icons.ts';
import { BottomSheet } from './bottom-sheet.ts';

type PickMenuProps = {
  title: string;
  /** Zero-based. */
  index: number;
  count: number;
  disabled: boolean;
  open: boolean;
  onClose: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

export function PickMenu({ title, index, count, disabled, open, ...handlers }: PickMenuProps) {
  const { onClose, onMove, onRemove } = handlers;
  const move = (to: number) => {
    onClose();
    onMove(to);
  };
  return (
    <BottomSheet
      loadWhen="required"
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={`Position ${index + 1} of ${count}`}
    >
      <div className="-mx-3 grid gap-1 pb-[env(safe-area-inset-bottom)]">
        <MenuButton disabled={disabled || index === 0} onClick={() => move(index - 1)}>
          <ArrowUp aria-hidden />
          Move up
        </MenuButton>
        <MenuButton disabled={disabled || index === count - 1} onClick={() => move(index + 1)}>
          <ArrowDown aria-hidden />
          Move down
        </MenuButton>
        <SelectField
          label="Move to position"
          className="px-3 py-2"
          disabled={disabled || count < 2}
          value={index}
          options={Array.from({ length: count }, (_, to) => ({
            value: String(to),
            label: String(to + 1),
          }))}
          onChange={({ target }) => move(Number(target.value))}
        />
        <MenuButton disabled={disabled} onClick={onRemove} tone="danger">
          <Trash2 aria-hidden />
          Remove
        </MenuButton>
      </div>
    </BottomSheet>
  );
}

type MenuButtonProps = {
  tone?: 'text' | 'danger';
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

function MenuButton({ tone = 'text', disabled, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className={classes(
        'flex min-h-12 items-center gap-3 rounded-lg px-3 text-left font-medium focus-visible:-outline-offset-2 enabled:hover:bg-text/8 disabled:opacity-50 [&>svg]:size-5 [&>svg]:shrink-0',
        tone === 'danger' ? 'text-danger' : 'text-text',
      )}
    >
      {children}
    </button>
  );
}
