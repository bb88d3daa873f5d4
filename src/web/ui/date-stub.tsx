import { classes } from './class-names.ts';

export type DateParts = {
  day: string;
  month: string;
  weekday: string;
  /** Omitted for the current year. */
  year?: string | undefined;
  label: string;
};

export type DateTone = keyof typeof DATE_TONES;

type DateStubProps = DateParts & { tone?: DateTone | undefined };

export function DateStub({ tone = 'lamp', ...parts }: DateStubProps) {
  return (
    <div
      className={classes(
        'grid w-25 shrink-0 place-content-center rounded-xl pt-3.5 pb-2.5 text-center',
        DATE_TONES[tone],
      )}
    >
      <DateLines {...parts} />
    </div>
  );
}

export function DateLines({ day, month, weekday, year, label }: DateParts) {
  return (
    <>
      <span aria-hidden className="poster font-black text-[3.25rem] leading-[0.85]">
        {day}
      </span>
      <span
        aria-hidden
        className="mt-1.5 font-bold text-xs uppercase leading-none tracking-[0.03em]"
      >
        {month} {weekday}
        {year && <span className="mt-1.5 block">{year}</span>}
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}

export const DATE_TONES = {
  lamp: 'bg-lamp text-lamp-text',
  open: 'bg-lamp/25',
  quiet: 'bg-rail text-text',
};
