import * as Primitive from '@radix-ui/react-tabs';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classes } from './class-names.ts';

/** Tabs: a TabList of Tabs, then one TabPanel each. Uncontrolled (defaultValue) or controlled. */
export function Tabs({ className, ...root }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...root} className={classes('min-w-0', className)} />;
}

type TabListProps = {
  /** What the tabs are about, for screen readers. */
  label: string;
  /** line: names on a rail, scrolling sideways on phones; segmented: two to four equal parts. */
  look?: 'line' | 'segmented' | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function TabList({ label, look = 'line', className, children }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const beyond = useBeyond(list);
  // The chosen one may stand beyond the edge of a phone. The page stays where it is.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[data-state=active]');
    if (chosen) list.current?.scrollTo({ left: chosen.offsetLeft - chosen.offsetWidth });
  }, []);
  return (
    <Primitive.List
      ref={list}
      aria-label={label}
      data-look={look}
      data-beyond={beyond}
      className={classes(
        'group/tabs flex',
        look === 'line'
          ? `scroll-quiet relative gap-6 border-rail border-b ${FADES}`
          : 'rounded-xl border border-rail bg-stage p-1',
        className,
      )}
    >
      {children}
    </Primitive.List>
  );
}

/** The edges beyond which there is more fade out. */
const FADES =
  'data-[beyond~=right]:mask-r-from-[calc(100%-3.5rem)] data-[beyond~=left]:mask-l-from-[calc(100%-3.5rem)]';

/** On which sides a list that scrolls sideways goes on: 'left', 'right', 'left right', or ''. */
function useBeyond(list: RefObject<HTMLElement | null>): string {
  const [beyond, setBeyond] = useState('');
  useEffect(() => {
    const scroller = list.current;
    if (!scroller) return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller;
      // Widths are rounded: a pixel is no tab.
      const sides = [
        scrollLeft > 1 && 'left',
        scrollLeft + clientWidth < scrollWidth - 1 && 'right',
      ];
      setBeyond(sides.filter(Boolean).join(' '));
    };
    const resized = new ResizeObserver(look);
    resized.observe(scroller);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [list]);
  return beyond;
}

type TabProps = { value: string; disabled?: boolean | undefined; children: ReactNode };

export function Tab(props: TabProps) {
  return (
    <Primitive.Trigger
      {...props}
      onClick={(event) =>
        event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
      className="flex min-h-11 shrink-0 items-center justify-center gap-2 whitespace-nowrap font-semibold text-dim transition-colors duration-100 hover:text-text focus-visible:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:text-text group-data-[look=segmented]/tabs:min-w-0 group-data-[look=segmented]/tabs:flex-1 group-data-[look=line]/tabs:border-b-[3px] group-data-[look=line]/tabs:border-transparent group-data-[look=line]/tabs:data-[state=active]:border-lamp group-data-[look=segmented]/tabs:rounded-[9px] group-data-[look=segmented]/tabs:px-2 group-data-[look=segmented]/tabs:data-[state=active]:bg-text/10"
    />
  );
}

/** Drawn only while its tab is chosen, unless `forceMount`. */
export function TabPanel({ className, ...panel }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      {...panel}
      className={classes('focus-visible:outline-offset-4', className)}
    />
  );
}
