/** The moment at which a day of a date field, or one `later` than it, begins where the viewer is. */
export function startOfDay(day: string, later = 0): string | undefined {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(+start)) return undefined;
  // By the calendar: a day on which clocks change has no 24 hours.
  start.setDate(start.getDate() + later);
  return start.toISOString();
}
