interface RecapStat {
  label: string;
  value: string;
  note: string | null;
}

export function RecapStats({ figures }: { figures: readonly RecapStat[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 px-4.5 sm:grid-cols-3 sm:px-6">
      {figures.map(({ label, value, note }, index) => (
        <div
          key={label}
          className={`grid content-start gap-0.5 border-rule border-b py-3 ${index === figures.length - 1 && figures.length % 2 === 1 ? 'max-sm:col-span-2' : ''}`}
        >
          <dt className="text-ink-dim text-xs">{label}</dt>
          <dd className="poster wrap-anywhere font-bold text-poster-md">
            <bdi>{value}</bdi>
          </dd>
          {note && (
            <dd className="wrap-anywhere text-ink-dim text-sm">
              <bdi>{note}</bdi>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
