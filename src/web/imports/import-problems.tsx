export interface ImportProblem {
  path: string;
  message: string;
}

export function ImportProblems({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <section
      aria-label="Problems"
      className="grid gap-3 rounded-control border border-rail p-4 text-sm"
    >
      <h3 className="font-semibold text-base text-danger">Nothing was imported</h3>
      <p className="text-dim">Correct the files, and choose them again.</p>
      <ul className="grid gap-1 wrap-anywhere">
        {problems.map(({ path, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two problems can have the same text, and rows keep no state.
          <li key={index}>
            <span className="font-semibold">{path}:</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
