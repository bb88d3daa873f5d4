import type { ReactNode } from 'react';

export function StatGroup({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">{children}</dl>;
}

type StatProps = { label: string; value: ReactNode; note?: ReactNode };

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="grid content-start gap-2 rounded-panel border border-rail bg-stage px-4.5 py-4">
      <dt className="font-semibold text-dim text-sm">{label}</dt>
      <dd className="poster text-poster-lg">{value}</dd>
      {note && <dd className="text-dim text-sm">{note}</dd>}
    </div>
  );
}
