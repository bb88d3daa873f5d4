/** For the poster font, which has no tabular figures. In the body font, use `tabular-nums`. */
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
