import { useBand } from '#web/band/use-band.ts';

/** The lower end of a card: the game, the band, the site. `isNamed`: the game's name stands above. */
export function CardFoot({ isNamed = false }: { isNamed?: boolean }) {
  const band = useBand();
  return (
    <div className="flex min-h-14 flex-wrap items-end justify-between gap-x-6 gap-y-1 px-4.5 py-5 sm:px-6">
      {!isNamed && (
        <span className="poster font-black text-2xl uppercase">{band?.productName}</span>
      )}
      <span className="flex-[1_1_14rem] text-ink-dim text-sm">{band?.gameTagline}</span>
      <span className="font-semibold text-sm">{location.host}</span>
    </div>
  );
}
