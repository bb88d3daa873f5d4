/** Milliseconds by the machine's own clock, the same in all its processes; Linux only. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
