import * as Primitive from '@radix-ui/react-tabs';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './class-names.ts';
import { useOverflowingEdges } from './list/use-overflowing-edges.ts';

export function Tabs({ className, ...root }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...root} className={classes('min-w-0', className)} />;
}

type TabListProps = {
  label: string;
  /** `line` scrolls sideways on phones. `segmented` has two to four equal parts. */
  variant?: 'line' | 'segmented' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function TabList({ label, variant = 'line', className, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const overflowingEdges = useOverflowingEdges(list);
  // The active tab may be off screen on a phone. `scrollIntoView` would scroll the page too.
  useEffect(() => {
    const activeTab = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (activeTab) list.current?.scrollTo({ left: activeTab.offsetLeft - activeTab.offsetWidth });
  }, []);
  return (
    <Primitive.List
      ref={list}
      aria-label={label}
      data-variant={variant}
      data-beyond={overflowingEdges}
      className={classes(
        'group/tabs flex',
        variant === 'line'
          ? `scroll-quiet relative gap-6 border-rail border-b ${FADES}`
          : 'rounded-xl border border-rail bg-stage p-1',
        className,
      )}
    >
      {children}
    </Primitive.List>
  );
}

const FADES =
  'data-[beyond~=right]:mask-r-from-[calc(100%-3.5rem)] data-[beyond~=left]:mask-l-from-[calc(100%-3.5rem)]';

type TabProps = { value: string; disabled?: boolean | undefined; children: ReactNode };

export function Tab(props: TabProps) {
  return (
    <Primitive.Trigger
      {...props}
      // Otherwise browsers show the focus ring after a tap, because a script focuses the tab.
      onPointerDown={(event) => event.currentTarget.setAttribute('data-pressed', '')}
      onKeyDown={(event) => event.currentTarget.removeAttribute('data-pressed')}
      onBlur={(event) => event.currentTarget.removeAttribute('data-pressed')}
      onClick={(event) =>
        event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
      className="flex min-h-11 shrink-0 items-center justify-center gap-2 whitespace-nowrap font-semibold text-dim transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2 data-pressed:outline-none disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:text-text group-data-[variant=segmented]/tabs:min-w-0 group-data-[variant=segmented]/tabs:flex-1 group-data-[variant=line]/tabs:border-b-[3px] group-data-[variant=line]/tabs:border-transparent group-data-[variant=line]/tabs:data-[state=active]:border-lamp group-data-[variant=segmented]/tabs:rounded-[9px] group-data-[variant=segmented]/tabs:px-2 group-data-[variant=segmented]/tabs:data-[state=active]:bg-text/10"
    />
  );
}

export function TabPanel({ className, ...panel }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      {...panel}
      className={classes('focus-visible:outline-offset-4', className)}
    />
  );
}
