import { Fragment, type ReactNode } from 'react';
import { classes } from '../class-names.ts';

export function StatGroup({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4 max-lg:[&>:nth-child(5)]:col-span-2 lg:has-[>:nth-child(5)]:grid-cols-5">
      {children}
    </dl>
  );
}

type StatProps = { label: string; value: ReactNode; note?: ReactNode };

export function Stat({ label, value, note }: StatProps) {
  return (
    <div className={STAT_BOX}>
      <dt className="font-semibold text-dim text-sm">{label}</dt>
      <dd className="poster text-poster-lg">{value}</dd>
      {note && <dd className="text-dim text-sm">{note}</dd>}
    </div>
  );
}

type StatPairProps = {
  stats: readonly { label: string; value: ReactNode; note: ReactNode }[];
  className?: string;
};

export function StatPair({ stats, className }: StatPairProps) {
  return (
    <div
      className={classes(
        STAT_BOX,
        'grid-flow-col grid-cols-2 grid-rows-[repeat(3,auto)]',
        className,
      )}
    >
      {stats.map(({ label, value, note }) => (
        <Fragment key={label}>
          <dt className="font-semibold text-dim text-sm">{label}</dt>
          <dd className="poster text-poster-lg">{value}</dd>
          <dd className="text-dim text-sm">{note}</dd>
        </Fragment>
      ))}
    </div>
  );
}

const STAT_BOX = 'grid content-start gap-2 rounded-panel border border-rail bg-stage px-4.5 py-4';
