import * as Primitive from '@radix-ui/react-toast';
import { createPortal } from 'react-dom';
import { CircleAlert, X } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';
import { classes } from '../class-names.ts';
import { closeToast, type ShownToast, useToast } from './toast.ts';

export default function Toaster() {
  const message = useToast();
  return (
    <Primitive.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {message && <ToastView key={message.id} message={message} />}
      {createPortal(
        <Primitive.Viewport
          hotkey={['F8']}
          label="Notifications ({hotkey})"
          className="pointer-events-none fixed top-[max(0.25rem,env(safe-area-inset-top))] right-2 left-14 z-70 flex outline-none sm:right-18 sm:justify-end"
        />,
        document.body,
      )}
    </Primitive.Provider>
  );
}

function ToastView({ message }: { message: ShownToast }) {
  const { id, open, title, description, action } = message;
  const isError = message.variant === 'destructive';
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => !next && closeToast(id)}
      className={classes(
        'pointer-events-auto flex min-h-12 items-center gap-1 rounded-xl border bg-stage pl-3 text-text text-xs leading-tight shadow-raised data-[state=open]:animate-[fade-in_150ms_ease-out] data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards] data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-[swipe-out_120ms_ease-in_forwards] max-sm:w-full sm:max-w-lg sm:text-sm',
        isError ? 'border-danger' : 'border-edge',
      )}
    >
      {isError && <CircleAlert aria-hidden className="mr-1 size-5 shrink-0 text-danger" />}
      <p className="min-w-0 flex-1 py-1">
        <Primitive.Title asChild>
          <b className={classes('font-semibold', isError && 'text-danger')}>{title}</b>
        </Primitive.Title>{' '}
        {description && (
          <Primitive.Description asChild>
            <span className="wrap-anywhere text-dim">{description}</span>
          </Primitive.Description>
        )}
      </p>
      {action && (
        <Primitive.Action asChild altText={action.label} onClick={action.onSelect}>
          <Button size="sm" className="sm:ml-2">
            {action.label}
          </Button>
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <Button variant="ghost" size="icon" aria-label="Dismiss">
          <X aria-hidden />
        </Button>
      </Primitive.Close>
    </Primitive.Root>
  );
}
