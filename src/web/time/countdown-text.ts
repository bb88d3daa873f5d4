/** What is left, as a clock: '03:12:44', '2d 03:12:44'; '00:00:00' when it is over. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const days = Math.floor(seconds / 86_400);
  const clock = [seconds / 3_600, seconds / 60, seconds]
    .map((value, place) => Math.floor(value) % (place === 0 ? 24 : 60))
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  return days > 0 ? `${days}d ${clock}` : clock;
}
