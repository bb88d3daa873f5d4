import * as Primitive from '@radix-ui/react-dialog';
import { type ReactNode, useState } from 'react';
import { X } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';
import { classes } from '../class-names.ts';
import { PortalContainer } from './portal-container.ts';
import { useReturnFocus } from './use-return-focus.ts';

type DialogProps = ModalContent & ModalState & { size?: keyof typeof SIZES | undefined };

export function Dialog({ size = 'md', ...modal }: DialogProps) {
  return <Modal {...modal} className={classes(PLACE, SIZES[size])} />;
}

const PLACE =
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-2xl max-sm:border-t max-sm:data-[state=open]:animate-[slide-up_180ms_ease-out] max-sm:data-[state=closed]:animate-[slide-down_140ms_ease-in_forwards] sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-4rem)] sm:rounded-2xl sm:border sm:data-[state=open]:animate-[rise_150ms_ease-out] sm:data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards]';

/** Leaves the header visible, because toasts appear in it. */
const PHONE_HEIGHT = 'max-sm:h-[calc(100dvh-4rem-env(safe-area-inset-top))]';

const SIZES = {
  sm: 'max-sm:max-h-[calc(100dvh-4rem-env(safe-area-inset-top))] sm:max-w-md',
  md: `${PHONE_HEIGHT} sm:max-w-xl`,
  fit: 'max-sm:max-h-[calc(100dvh-4rem-env(safe-area-inset-top))] sm:max-w-xl',
  lg: `${PHONE_HEIGHT} sm:max-w-4xl`,
};

export function SideSheet(props: ModalContent & ModalState) {
  return (
    <Modal
      {...props}
      bodyClassName="pb-[max(1.25rem,env(safe-area-inset-bottom))]"
      className="inset-y-0 left-0 w-72 max-w-[calc(100vw-3rem)] border-r pl-[env(safe-area-inset-left)] data-[state=closed]:animate-[slide-out-left_140ms_ease-in_forwards] data-[state=open]:animate-[slide-in-left_180ms_ease-out]"
    />
  );
}

/** The sheet receives the focus: a focus ring on its first control would look odd after a tap. */
export function BottomSheet(props: ModalContent & ModalState) {
  return (
    <Modal
      {...props}
      focusesSurface
      className="inset-x-0 bottom-0 mx-auto max-h-[min(88dvh,100dvh-4rem-env(safe-area-inset-top))] max-w-2xl rounded-t-2xl border-t data-[state=closed]:animate-[slide-down_140ms_ease-in_forwards] data-[state=open]:animate-[slide-up_180ms_ease-out]"
    />
  );
}

export type ModalContent = {
  title: string;
  titleHidden?: boolean | undefined;
  description?: ReactNode;
  children: ReactNode;
  /** A submit button in the footer needs the `form` attribute. */
  footer?: ReactNode;
};

export type ModalState = {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** If absent, the caller controls `open`. */
  trigger?: ReactNode;
};

type ModalProps = ModalContent &
  ModalState & { className: string; bodyClassName?: string; focusesSurface?: boolean };

/** On the same layer as the surface, so that a dialog also dims the one under it. */
export const OVERLAY =
  'fixed inset-0 z-50 bg-veil data-[state=open]:animate-[fade-in_150ms_ease-out] data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards]';

export const SURFACE =
  'fixed z-50 flex flex-col border-rail bg-stage text-text shadow-raised focus-visible:outline-none';

export function Modal({ open, onOpenChange, trigger, className, ...props }: ModalProps) {
  const { focusesSurface = false, ...content } = props;
  const returnFocus = useReturnFocus();
  const [surface, setSurface] = useState<HTMLElement | null>(null);
  return (
    <Primitive.Root
      {...(open === undefined ? {} : { open })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      {trigger && <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>}
      <Primitive.Portal>
        <Primitive.Overlay className={OVERLAY} />
        <Primitive.Content
          ref={setSurface}
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus();
            if (!focusesSurface) return;
            event.preventDefault();
            surface?.focus({ preventScroll: true });
          }}
          {...(content.description ? {} : { 'aria-describedby': undefined })}
          className={classes(SURFACE, className)}
        >
          <PortalContainer value={surface}>
            <Header {...content} />
            <div
              className={classes(
                'relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 sm:px-6',
                content.bodyClassName,
              )}
            >
              {content.children}
            </div>
            {content.footer && (
              <div className="flex flex-wrap justify-end gap-3 border-t border-rail px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-6">
                {content.footer}
              </div>
            )}
          </PortalContainer>
          <Primitive.Close asChild>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Close"
              className="absolute top-2.5 right-2.5"
            >
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Header({ title, titleHidden, description }: ModalContent) {
  return (
    <div className={titleHidden ? 'pt-12' : 'grid gap-1.5 pt-5 pr-16 pb-4 pl-5 sm:pl-6'}>
      <Primitive.Title className={titleHidden ? 'sr-only' : 'poster text-poster-md'}>
        {title}
      </Primitive.Title>
      {description && (
        <Primitive.Description className="text-dim">{description}</Primitive.Description>
      )}
    </div>
  );
}
