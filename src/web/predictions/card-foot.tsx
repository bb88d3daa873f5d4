import { useBand } from '#web/band/use-band.ts';

/** The lower end of a card: the game and the band. `isNamed`: the card says the game's name above. */
export function CardFoot({ isNamed = false }: { isNamed?: boolean }) {
  const band = useBand();
  return (
    <div className="flex min-h-14 flex-wrap items-end justify-between gap-x-6 gap-y-1 px-4.5 py-5 sm:px-6">
      {!isNamed && (
        <span className="poster font-black text-2xl uppercase">{band?.productName}</span>
      )}
      <span className="text-ink-dim text-sm">{band?.gameTagline}</span>
    </div>
  );
}
