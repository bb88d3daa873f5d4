/** 'Saturday, November 28, 2026' where the show is. */
export function longDate(date: string | number, timeZone: string): string {
  return format(date, timeZone, 'day');
}

/** 'Saturday, November 28 at 6:30 PM EST' where the show is. */
export function momentOf(date: string | number, timeZone: string): string {
  // Newer versions put a narrow no-break space before AM and PM, which few fonts have.
  return format(date, timeZone, 'moment').replaceAll('\u202f', ' ');
}

const DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;

const STYLES = {
  day: { ...DAY, year: 'numeric' },
  moment: { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
} as const;

/** Making a formatter costs more than using it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(date: string | number, timeZone: string, style: keyof typeof STYLES): string {
  const key = `${style} ${timeZone}`;
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
  formatters.set(key, formatter);
  return formatter.format(new Date(date));
}
