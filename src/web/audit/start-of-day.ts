/** `day` is YYYY-MM-DD in the viewer's time zone. Returns undefined if it is invalid. */
export function startOfDay(day: string, addedDays = 0): string | undefined {
  const start = new Date(`${day}T00:00`);
  if (Number.isNaN(+start)) return undefined;
  // Adds calendar days: a day with a clock change doesn't have 24 hours.
  start.setDate(start.getDate() + addedDays);
  return start.toISOString();
}
