import type { ReactNode } from 'react';

type FigureProps = { label: string; value: ReactNode; note?: ReactNode };

/** Reserves space for four digits and a note, so that nothing moves when they load. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className="min-w-32">
      <dt className="text-dim text-sm">{label}</dt>
      <dd className="whitespace-nowrap">
        <span className="poster text-(length:--figure,var(--text-poster-lg))">{value}</span>
        {note && <span className="ml-1.5 text-dim">{note}</span>}
      </dd>
    </div>
  );
}

/** `standing` is missing until it is known. */
export function RankFigure({ standing }: { standing: { rank: number; total: number } | null }) {
  return (
    <Figure
      label="Rank"
      value={standing ? standing.rank.toLocaleString('en-US') : '–'}
      note={standing && `of ${standing.total.toLocaleString('en-US')}`}
    />
  );
}
