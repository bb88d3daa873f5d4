import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
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

/** What can be done with a pick on a phone, where its row has space for one button. */
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
      <div className="grid gap-2 pb-[env(safe-area-inset-bottom)]">
        <MenuButton disabled={disabled || index === 0} onClick={() => move(index - 1)}>
          <ArrowUp aria-hidden />
          Move up
        </MenuButton>
        <MenuButton disabled={disabled || index === count - 1} onClick={() => move(index + 1)}>
          <ArrowDown aria-hidden />
          Move down
        </MenuButton>
        <MenuButton disabled={disabled} onClick={onRemove} className="text-danger">
          <Trash2 aria-hidden />
          Remove
        </MenuButton>
        <SelectField
          label="Move to position"
          disabled={disabled || count < 2}
          value={index}
          options={Array.from({ length: count }, (_, to) => ({
            value: String(to),
            label: String(to + 1),
          }))}
          onChange={({ target }) => move(Number(target.value))}
        />
      </div>
    </BottomSheet>
  );
}

type MenuButtonProps = {
  disabled: boolean;
  onClick: () => void;
  className?: string;
  children: ReactNode;
};

function MenuButton({ className, ...button }: MenuButtonProps) {
  return <Button className={classes('justify-start', className)} {...button} />;
}
