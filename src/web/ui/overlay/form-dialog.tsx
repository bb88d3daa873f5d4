import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  disabled?: boolean | undefined;
  pending: boolean;
  pendingText: string;
  variant?: 'lamp' | 'danger' | undefined;
  size?: 'fit' | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Laid out in two columns from tablets on. `sm:col-span-2` spans both. */
  children: ReactNode;
};

export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, submitLabel, pending, pendingText, onSubmit, children } = props;
  const { variant = 'lamp', disabled = false } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      size={props.size}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            disabled={disabled}
            pending={pending}
            pendingText={pendingText}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="grid gap-5 sm:grid-cols-2">
        {children}
      </form>
    </Dialog>
  );
}
