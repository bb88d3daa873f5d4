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

export function BandPanels({ band, packBand }: BandPanelsProps) {
  // Only the content of another band's pack can be removed.
  const canRemoveDemo = band.version > 0 && band.bandName !== packBand;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Panel
        title="Band"
        className="lg:col-span-2"
        aside={
          <Link
            href={paths.admin({ tab: FIRST_START })}
            className="inline-flex min-h-11 items-center font-semibold underline decoration-edge underline-offset-4 hover:decoration-current"
          >
            Open the setup wizard
          </Link>
        }
      >
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">
            The names, links, color, time zone, default start time and contact emails of{' '}
            {band.bandName}.
          </p>
          <Button
            className="justify-self-start max-sm:w-full"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Edit the band
          </Button>
          {isOpen && <BandForm key={band.version} band={band} submitLabel="Save the band" />}
        </div>
      </Panel>
      <FoldingPanel id="mail" title="Email">
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">
            Password reset links are sent by email. Check that email works.
          </p>
          <SendTestEmail />
        </div>
      </FoldingPanel>
      <FoldingPanel id="notices" title="Notifications">
        <div className="grid gap-4 px-4.5 pb-4.5">
          <p className="text-dim">Fans can get their points as notifications on their devices.</p>
          <SendTestPush />
        </div>
      </FoldingPanel>
      {canRemoveDemo && (
        <FoldingPanel id="demo" title="Remove the demo">
          <div className="grid gap-4 px-4.5 pb-4.5">
            <p className="text-dim">
              Removes the shows and songs of {packBand} after you see how many there are and
              confirm. Accounts stay.
            </p>
            <EmptyDemo />
          </div>
        </FoldingPanel>
      )}
    </>
  );
}
