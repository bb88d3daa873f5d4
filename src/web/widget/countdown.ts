const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Returns '2 d 3 h', '3 h 12 min', '12 min 5 s' or '5 s'. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours] = [Math.floor(seconds / DAY_S), Math.floor((seconds % DAY_S) / HOUR_S)];
  if (days > 0) return `${days} d ${hours} h`;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % MINUTE_S} s` : `${seconds} s`;
}
