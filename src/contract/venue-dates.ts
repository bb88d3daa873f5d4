/**
 * A moment where it happens, in the words of one of the styles: 'Saturday, November 28, 2026'. In
 * American English, as all screens, and as only that locale has 'EST' instead of 'GMT-5'.
 */
export function inZone(
  date: string | number | Date,
  timeZone: string,
  style: keyof typeof STYLES,
): string {
  const key = `${style} ${timeZone}`;
  const formatter = formatters.get(key) ?? formatterFor(timeZone, style);
  formatters.set(key, formatter);
  // Newer versions put a narrow no-break space before AM and PM, which copies and searches badly, and
  // few fonts have it.
  return formatter.format(new Date(date)).replaceAll('\u202f', ' ');
}

const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const ZONED_TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

const STYLES = {
  time: { hour: 'numeric', minute: '2-digit' },
  zonedTime: ZONED_TIME,
  longDate: { ...LONG_DAY, year: 'numeric' },
  shortDate: { month: 'short', day: 'numeric', year: 'numeric' },
  dayDate: { weekday: 'short', month: 'short', day: 'numeric' },
  moment: { ...LONG_DAY, ...ZONED_TIME },
  day: { day: 'numeric' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  weekday: { weekday: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a formatter costs more than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
  } catch {
    // A browser older than the zone's name.
    return new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: 'UTC' });
  }
}
