import type { ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { DATE_TONES, DateLines, type DateParts, type DateTone } from '../date-stub.tsx';

type DayTicketProps = { date: DateParts; tone: DateTone; children: ReactNode };

/** A ticket for everything on one day. The date stays in view while its rows scroll past. */
export function DayTicket({ date, tone, children }: DayTicketProps) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] overflow-clip rounded-xl border border-rail bg-stage sm:grid-cols-[5.75rem_minmax(0,1fr)]">
      <div className={classes('ticket-stub pr-1.5 text-center', DATE_TONES[tone])}>
        <div className="sticky top-14 grid justify-center py-4 md:top-0">
          <DateLines {...date} />
        </div>
      </div>
      <div className="grid min-w-0 content-center">{children}</div>
    </div>
  );
}
