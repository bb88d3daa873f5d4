import { type FormEventHandler, type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** On the button that sends it. */
  submitLabel: string;
  pending: boolean;
  pendingText: string;
  /** danger for what can hardly be undone. */
  variant?: 'lamp' | 'danger' | undefined;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Fields, in two columns from a tablet up; `sm:col-span-2` takes both. */
  children: ReactNode;
};

/** A form in a dialog: Cancel, and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { open, onClose, title, submitLabel, pending, pendingText, onSubmit, children } = props;
  const { variant = 'lamp' } = props;
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
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
