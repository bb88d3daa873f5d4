/** 'Saturday, November 28, 2026' where the show is. */
export function longDate(date: string | number, timeZone: string): string {
  const style = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('en-US', { ...style, timeZone }).format(new Date(date));
}

/** 'Saturday, November 28 at 6:30 PM EST' where the show is. */
export function momentOf(date: string | number, timeZone: string): string {
  const day = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat('en-US', { ...day, ...time, timeZone })
    .format(new Date(date))
    .replaceAll('\u202f', ' ');
}
