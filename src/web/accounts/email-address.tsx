/** Breaks a long address before the @ if possible, otherwise after a dot, and never inside a word. */
export function EmailAddress({ email }: { email: string }) {
  const atIndex = email.lastIndexOf('@');
  return (
    <>
      <span className="inline-block max-w-full">
        <BreakableAtDots text={email.slice(0, atIndex)} />
      </span>
      <span className="inline-block max-w-full">
        <BreakableAtDots text={email.slice(atIndex)} />
      </span>
    </>
  );
}

function BreakableAtDots({ text }: { text: string }) {
  const end = text.indexOf('.') + 1;
  if (end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      <BreakableAtDots text={text.slice(end)} />
    </>
  );
}
