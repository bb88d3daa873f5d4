import { useLayoutEffect, useRef, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from '#web/ui/tabs.tsx';
import type { NightParts } from './night-parts.ts';

/** On phones one part at a time, with the names of all three kept in reach. */
export function NightTabs({ setlist, standings, picks }: NightParts) {
  const [tab, setTab] = useState('setlist');
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(tab);

  // Another part begins at its beginning, however far down the last one was read.
  useLayoutEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    const isPast = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (isPast) top.current?.scrollIntoView({ block: 'start' });
  }, [tab]);

  return (
    <div ref={top} className="scroll-mt-14 md:scroll-mt-0">
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label="Show night" look="segmented" className="sticky top-14 z-20 md:top-0">
          <Tab value="setlist">Setlist</Tab>
          <Tab value="standings">Standings</Tab>
          <Tab value="picks">My picks</Tab>
        </TabList>
        <TabPanel value="setlist" className="pt-7">
          {setlist}
        </TabPanel>
        <TabPanel value="standings" className="pt-3">
          {standings}
        </TabPanel>
        <TabPanel value="picks" className="pt-7">
          {picks}
        </TabPanel>
      </Tabs>
    </div>
  );
}
