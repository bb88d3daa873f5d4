/** The machine's monotonic clock in ms, the same in all processes. Linux only. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
