import * as AlertDialog from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { classes } from '../class-names.ts';
import { OVERLAY, SURFACE } from './dialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  /** The caller closes the dialog, so it can show `pending` and errors. */
  onConfirm: () => void;
  disabled?: boolean | undefined;
  pending?: boolean | undefined;
  pendingText?: string | undefined;
  variant?: 'danger' | 'lamp' | undefined;
};

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  disabled = false,
  pending = false,
  pendingText,
  variant = 'danger',
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY} />
        <AlertDialog.Content
          {...returnFocus}
          className={classes(
            SURFACE,
            'inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] mx-auto max-h-[calc(100dvh-5rem-env(safe-area-inset-top))] max-w-md gap-3 overflow-y-auto rounded-2xl border p-6 data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards] data-[state=open]:animate-[rise_150ms_ease-out] sm:inset-0 sm:m-auto sm:h-fit',
          )}
        >
          <AlertDialog.Title className="poster text-poster-md">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-dim">{text}</AlertDialog.Description>
          <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
            <AlertDialog.Cancel asChild>
              <Button disabled={pending}>{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={variant}
              disabled={disabled || pending}
              pending={pending}
              pendingText={pendingText}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
