import { PREDICTED_BY } from '#contract/scorecard.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';

/** `hasNamedHeader` omits the game's name if the header already shows it. */
export function CardFooter({ hasNamedHeader = false }: { hasNamedHeader?: boolean }) {
  const band = useBand();
  return (
    <div className="flex min-h-14 flex-wrap items-end justify-between gap-x-6 gap-y-1 px-4.5 py-5 sm:px-6">
      {!hasNamedHeader && (
        <span className="poster font-black text-2xl uppercase">{band?.productName}</span>
      )}
      <span className="flex-[1_1_14rem] text-ink-dim text-sm">{band?.gameTagline}</span>
      <span className="font-semibold text-sm">{location.host}</span>
    </div>
  );
}

export function PredictedBy() {
  return (
    <>
      {PREDICTED_BY} <bdi>{useUser().username}</bdi>
    </>
  );
}
