/**
 * A number in the poster face whose figures all take the same width. That face has no tabular
 * figures, so each is drawn in a cell; the text itself stays whole for readers, search and copying.
 * Not needed in the body face: `tabular-nums` does it there.
 */
export function TabularNumber({ children }: { children: string }) {
  return (
    <span className="relative whitespace-nowrap">
      <span className="sr-only">{children}</span>
      <span aria-hidden>
        {Array.from(children, (sign, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a place in the number is its identity
            key={place}
            data-sign={sign}
            className={
              /\d/.test(sign)
                ? 'inline-block w-[0.47em] text-center before:content-[attr(data-sign)]'
                : 'before:content-[attr(data-sign)]'
            }
          />
        ))}
      </span>
    </span>
  );
}
