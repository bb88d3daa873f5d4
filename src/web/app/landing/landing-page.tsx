import { useBand } from '#web/band/use-band.ts';
import { FanSpotlight } from './fan-spotlight.tsx';
import { Features } from './features.tsx';
import { FirstScreen } from './first-screen.tsx';
import { OfficialLinks } from './official-links.tsx';

export default function LandingPage() {
  const band = useBand();
  return (
    <div className="grid gap-20 sm:gap-28">
      <FirstScreen band={band} />
      <Features />
      {band && (
        <>
          <FanSpotlight entries={band.fanSpotlight} />
          <OfficialLinks band={band} />
        </>
      )}
    </div>
  );
}
