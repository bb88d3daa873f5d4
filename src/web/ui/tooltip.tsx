import { Tooltip as Primitive } from 'radix-ui';
import { type ReactElement, type ReactNode, use } from 'react';
import { PortalContainer } from './portal-container.ts';

type TooltipProps = {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** No tooltip, only the child: a sidebar that shows its labels. */
  disabled?: boolean | undefined;
  /** A button or link with a name of its own; the tooltip only adds to it. */
  children: ReactElement;
};

/** Stands once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  );
}

export function Tooltip({ text, side = 'top', disabled = false, children }: TooltipProps) {
  const container = use(PortalContainer);
  if (disabled) return children;
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-60 max-w-64 rounded-lg bg-text px-3 py-2 font-medium text-hall text-sm shadow-raised data-[state=delayed-open]:animate-[fade-in_100ms_ease-out]"
        >
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
