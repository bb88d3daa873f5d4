import type { Band } from '#contract/band.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { PlayLinks } from '../play-links.tsx';
import { PointsSheet } from './points-sheet.tsx';

/** The promise, the two ways in, and the sheet. */
export function FirstScreen({ band }: { band: Band | undefined }) {
  return (
    <section className="grid items-center gap-14 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <h1 className="poster text-[clamp(3.5rem,1.6rem+8.2vw,7.25rem)] leading-[0.88]">
          Call the set before they play it.
        </h1>
        <p className="max-w-lg min-h-20 text-dim text-lg">
          {band &&
            `${band.tagline} Write down up to ${MAX_PICKS} songs for the next ${band.bandName} show, watch them fall one by one, and see who knew.`}
        </p>
        <PlayLinks size="lg" />
      </div>
      <PointsSheet />
    </section>
  );
}
