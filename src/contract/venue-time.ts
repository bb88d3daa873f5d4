/** Formats in American English like all screens. Only that locale has 'EST' instead of 'GMT-5'. */
export function formatInZone(
  date: string | number | Date,
  timeZone: string,
  style: keyof typeof STYLES,
): string {
  const key = `${style} ${timeZone}`;
  const formatter = formatters.get(key) ?? createFormatter(timeZone, style);
  // Bounded, because the server formats in any zone that a browser sends.
  // Stryker disable next-line all: it only bounds memory.
  if (formatters.size > MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  // Newer ICU versions put a narrow no-break space before AM and PM, which breaks copying and
  // searching.
  // Stryker disable next-line StringLiteral: this Node's ICU has plain spaces.
  return formatter.format(new Date(date)).replaceAll('\u202f', ' ');
}

const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const ZONED_TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

const STYLES = {
  time: { hour: 'numeric', minute: '2-digit' },
  zonedTime: ZONED_TIME,
  longDate: { ...LONG_DAY, year: 'numeric' },
  shortDate: { month: 'short', day: 'numeric', year: 'numeric' },
  weekdayDate: { weekday: 'short', month: 'short', day: 'numeric' },
  fullDateTime: { ...LONG_DAY, ...ZONED_TIME },
  day: { day: 'numeric' },
  month: { month: 'short' },
  monthYear: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
  weekday: { weekday: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Caches formatters, because creating one costs more than a hundred uses. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const MAX_FORMATTERS = 500;

function createFormatter(timeZone: string, style: keyof typeof STYLES): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone });
  } catch {
    // The zone's name is newer than the browser's time zone data.
    return new Intl.DateTimeFormat('en-US', { ...STYLES[style], timeZone: 'UTC' });
  }
}
