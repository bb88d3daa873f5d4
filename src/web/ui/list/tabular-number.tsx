/**
 * The poster face has no tabular figures. A wider fallback font, which has them, widens the cells. In
 * the body face, use `tabular-nums` instead.
 */
export function TabularNumber({ children }: { children: string }) {
  return (
    <span className="relative whitespace-nowrap">
      <span className="sr-only">{children}</span>
      <span aria-hidden>
        {Array.from(children, (char, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a digit is identified by its position
            key={index}
            data-sign={char}
            className={
              /\d/.test(char)
                ? 'inline-block min-w-[0.47em] text-center before:content-[attr(data-sign)]'
                : 'before:content-[attr(data-sign)]'
            }
          />
        ))}
      </span>
    </span>
  );
}
