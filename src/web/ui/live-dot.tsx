/** The only looping animation. */
export function LiveDot() {
  return (
    <span
      aria-hidden
      className="inline-block size-2.25 shrink-0 animate-[live-ring_2s_ease-out_infinite] rounded-full bg-lamp motion-reduce:ring-4 motion-reduce:ring-glow"
    />
  );
}
