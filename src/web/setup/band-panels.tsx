import { useState } from 'react';
import { Link } from 'wouter';
import type { Band } from '#contract/band.ts';
import { FIRST_START, paths } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { BandForm } from './band-form.tsx';
import { EmptyDemo } from './empty-demo.tsx';
import { SendTestEmail, SendTestPush } from './test-messages.tsx';

type BandPanelsProps = { band: Band; packBand: string };

/** Whose site this is, in the Setup tab. */
export function BandPanels({ band, packBand }: BandPanelsProps) {
  // Where the pack is another band's, what came with it can go.
  const mayEmpty = band.version > 0 && band.bandName !== packBand;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Panel
        title="Band"
        className="lg:col-span-2"
        aside={
          <Button asChild variant="ghost">
            <Link href={paths.admin({ tab: FIRST_START })}>First start, step by step</Link>
          </Button>
        }
      >
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">
            The names, links, color, time zone and usual start of {band.bandName}, and whom one can
            write to.
          </p>
          <Button
            className="justify-self-start max-sm:w-full"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Change the band
          </Button>
          {isOpen && <BandForm key={band.version} band={band} submitLabel="Save the band" />}
        </div>
      </Panel>
      <FoldingPanel id="mail" title="Mail">
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">Links to new passwords are mailed. See whether they arrive.</p>
          <SendTestEmail />
        </div>
      </FoldingPanel>
      <FoldingPanel id="notices" title="Notices">
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">Fans can be told of their points on their own devices.</p>
          <SendTestPush />
        </div>
      </FoldingPanel>
      {mayEmpty && (
        <FoldingPanel id="demo" title="From the demo to your band">
          <div className="grid gap-4 px-4.5 pb-4.5">
            <p className="text-dim">
              Takes the shows and songs of {packBand} away, once you have seen how many and have
              confirmed it. Accounts stay.
            </p>
            <EmptyDemo />
          </div>
        </FoldingPanel>
      )}
    </>
  );
}
