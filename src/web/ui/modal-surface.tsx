import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';
import { PortalContainer } from './portal-container.ts';
import { useReturnFocus } from './use-return-focus.ts';

export type ModalTexts = {
  title: string;
  /** The title is read out only. */
  titleHidden?: boolean | undefined;
  description?: ReactNode;
  children: ReactNode;
  /** Stays in view below the scrolling body. Its submit button names the form: `form="…"`. */
  footer?: ReactNode;
};

export type ModalState = {
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** A button that opens it; without one the caller keeps `open`. */
  trigger?: ReactNode;
};

type ModalProps = ModalTexts & ModalState & { className: string; bodyClassName?: string };

export const OVERLAY =
  'fixed inset-0 z-40 bg-veil data-[state=open]:animate-[fade-in_150ms_ease-out] data-[state=closed]:animate-[fade-out_120ms_ease-in_forwards]';

export const SURFACE =
  'fixed z-50 flex flex-col border-rail bg-stage text-text shadow-raised focus-visible:outline-none';

/** What dialogs and slide-overs share: veil, focus trap, title, scrolling body, footer, close. */
export function Modal({ open, onOpenChange, trigger, className, ...texts }: ModalProps) {
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
          {...(texts.description ? {} : { 'aria-describedby': undefined })}
          className={classes(SURFACE, className)}
        >
          <PortalContainer value={surface}>
            <Header {...texts} />
            <div
              className={classes(
                'relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 sm:px-6',
                texts.bodyClassName,
              )}
            >
              {texts.children}
            </div>
            {texts.footer && (
              <div className="flex flex-wrap justify-end gap-3 border-t border-rail px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-6">
                {texts.footer}
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

function Header({ title, titleHidden, description }: ModalTexts) {
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
