import type { ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { DATE_TONES, DateLines, type DateParts, type DateTone } from '../date-stub.tsx';
import { LongName } from './long-name.tsx';

type TicketProps = {
  date: DateParts;
  tone?: DateTone | undefined;
  title: string;
  as?: 'h2' | 'h3' | 'h4' | undefined;
  children?: ReactNode;
  actions?: ReactNode;
};

export function Ticket({
  date,
  tone = 'lamp',
  title,
  as: Title = 'h3',
  children,
  actions,
}: TicketProps) {
  return (
    <article className="@container [contain-intrinsic-size:auto_11rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_6rem]">
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] overflow-hidden rounded-xl border border-rail bg-stage @md:grid-cols-[5.75rem_minmax(0,1fr)] @2xl:grid-cols-[5.75rem_minmax(0,1fr)_auto]">
        <div
          className={classes(
            'ticket-stub row-span-2 grid place-content-center py-4 pr-1.5 text-center @2xl:row-span-1',
            DATE_TONES[tone],
          )}
        >
          <DateLines {...date} />
        </div>
        <div className="grid content-center gap-1.5 px-3.5 py-3.5 @md:px-5 @2xl:py-4">
          <Title className="poster min-w-0 text-[1.625rem]">
            <LongName name={title} />
          </Title>
          <div className="text-dim text-sm @max-md:text-[0.8125rem]">{children}</div>
        </div>
        {actions && (
          <div className="col-start-2 flex flex-wrap items-center gap-2.5 px-3.5 pb-3.5 @md:px-5 @2xl:col-start-3 @2xl:justify-end @2xl:py-4 @2xl:pl-0">
            {actions}
          </div>
        )}
      </div>
    </article>
  );
}
