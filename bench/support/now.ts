/** Milliseconds of the machine's monotonic clock, the same in all processes; Linux only. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
