import * as Primitive from '@radix-ui/react-popover';
import { type ReactNode, use } from 'react';
import { PortalContainer } from './portal-container.ts';

type PopoverProps = {
  open: boolean;
  onOpenChange: (isOpen: boolean) => void;
  label: string;
  trigger: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  children: ReactNode;
};

/** For content to read. For commands, use a DropdownMenu. */
export default function Popover({
  open,
  onOpenChange,
  label,
  trigger,
  side = 'bottom',
  children,
}: PopoverProps) {
  const container = use(PortalContainer);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          aria-label={label}
          align="start"
          side={side}
          sideOffset={6}
          collisionPadding={12}
          className="z-60 w-72 max-w-(--radix-popover-content-available-width) rounded-xl border border-rail bg-stage py-3.5 px-1 text-text shadow-raised outline-none data-[state=open]:animate-[fade-in_100ms_ease-out]"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
