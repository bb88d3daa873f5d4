import { cardTotal } from '#contract/scorecard.ts';

type ScoreTotalProps = {
  prediction: Parameters<typeof cardTotal>[0];
  rows: Parameters<typeof cardTotal>[1];
  standing: Parameters<typeof cardTotal>[2];
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
