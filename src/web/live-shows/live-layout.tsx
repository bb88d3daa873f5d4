import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ScrollRegion } from '#web/ui/list/scroll-region.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';

interface LayoutParts {
  setlist: ReactNode;
  standings: ReactNode;
  picks: ReactNode;
}

export function ColumnLayout({ setlist, standings, picks }: LayoutParts) {
  return (
    <div className="grid grid-cols-2 items-start gap-x-8 columns:-mx-4 columns:-mb-8 columns:min-h-0 columns:flex-1 columns:grid-cols-[minmax(0,1.15fr)_minmax(0,1.12fr)_minmax(0,1fr)] columns:grid-rows-[minmax(0,1fr)] columns:items-stretch columns:gap-x-0">
      <div className="flex min-w-0 flex-col pt-3 columns:px-4 columns:pb-6">{setlist}</div>
      <div className="grid min-w-0 gap-10 pt-3 columns:contents">
        <Column label="Standings">
          <h2 className="poster pb-2 text-poster-lg">Standings</h2>
          {standings}
        </Column>
        <Column label="My picks">{picks}</Column>
      </div>
    </div>
  );
}

function Column({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The padding leaves room for the sheet's tape and shadow, which the container would clip.
    <ScrollRegion
      label={label}
      className="min-w-0 focus-visible:-outline-offset-2 columns:scroll-quiet columns:overflow-y-auto columns:px-4 columns:pt-3 columns:pb-6"
    >
      {children}
    </ScrollRegion>
  );
}

type TabLayoutProps = LayoutParts & {
  tab: string;
  onTabChange: (tab: string) => void;
  isLive: boolean;
  standing: ReactNode;
};

export function TabLayout(props: TabLayoutProps) {
  const { setlist, standings, picks, tab, onTabChange, isLive, standing } = props;
  const top = useRef<HTMLDivElement>(null);
  const previousTab = useRef(tab);

  useLayoutEffect(() => {
    if (previousTab.current === tab) return;
    previousTab.current = tab;
    const isScrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isScrolledPast) top.current?.scrollIntoView({ block: 'start' });
  }, [tab]);

  const panel = isLive ? 'pb-11' : undefined;
  return (
    <Tabs value={tab} onValueChange={onTabChange} className="flex flex-1 flex-col">
      <div ref={top} className="scroll-mt-16 md:scroll-mt-3">
        <TabPanel value="setlist">{setlist}</TabPanel>
        <TabPanel value="standings" className={panel}>
          {standings}
        </TabPanel>
        <TabPanel value="picks" className={panel}>
          {picks}
        </TabPanel>
      </div>
      <BottomBar>
        {standing}
        <TabList label="Live show" variant="segmented">
          <Tab value="setlist">Setlist</Tab>
          <Tab value="standings">Standings</Tab>
          <Tab value="picks">My picks</Tab>
        </TabList>
      </BottomBar>
    </Tabs>
  );
}

export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-page-bar
      className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-16 border-rail border-t bg-stage px-4.5 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 lg:-mx-11 lg:px-11 lg:pt-3 lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
