import type { CSSProperties } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { type CardRow, cardTotal, PREDICTED_BY, type Standing } from '#contract/scorecard.ts';
import { useBand } from '#web/band/use-band.ts';
import { useUser } from '#web/session/use-user.ts';

/** `hasNamedHeader` omits the game's name, which the header already has. */
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

/** Number of songs (specification). */
const TWO_COLUMNS_FROM = 21;

export function usesTwoColumns(songCount: number): boolean {
  return songCount >= TWO_COLUMNS_FROM;
}

/** `--rows` is the row template of a grid that fills column by column. */
export function twoColumnStyle(songCount: number): CSSProperties & Record<'--rows', string> {
  return { '--rows': `repeat(${Math.ceil(songCount / 2)}, auto)` };
}

type ScoreTotalProps = {
  prediction: Prediction;
  rows: readonly CardRow[];
  standing: Standing | null;
};

export function ScoreTotal({ prediction, rows, standing }: ScoreTotalProps) {
  const { value, label, rank } = cardTotal(prediction, rows, standing);
  return (
    <>
      <p>
        <span className="poster block font-black text-6xl leading-[0.85]">{value ?? '–'} </span>
        <span className="mt-2 block text-ink-dim text-xs">{label}</span>
      </p>
      {rank && <p className="poster mt-1.5 text-xl">{rank}</p>}
    </>
  );
}
