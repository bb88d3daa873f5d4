import { useBand } from '#web/band/use-band.ts';
import { PlayLinks } from '../play-links.tsx';
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
      <section aria-labelledby="your-turn" className="grid justify-items-start gap-6">
        <h2 id="your-turn" className="poster text-poster-lg">
          Your turn to call it
        </h2>
        <PlayLinks size="lg" />
      </section>
    </div>
  );
}
