import { useQuery } from '@tanstack/react-query';
import { getRelease, type VersionChanges } from '#contract/releases.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';

export function VersionPanel() {
  const release = useQuery(queryFor(getRelease));
  return (
    <FoldingPanel id="version" title="Version">
      <Loaded
        query={release}
        label="Loading the version"
        errorMessage="The version could not be loaded."
      >
        {({ version, changelog }) => (
          <div className="grid gap-6 px-4.5 pb-4.5">
            <p>
              This site runs version <span className="font-semibold tabular-nums">{version}</span>.
            </p>
            {changelog.map((changes) => (
              <Changes key={changes.version} changes={changes} />
            ))}
          </div>
        )}
      </Loaded>
    </FoldingPanel>
  );
}

function Changes({ changes: { version, date, sections } }: { changes: VersionChanges }) {
  return (
    <section aria-label={`Changes in ${version}`} className="grid max-w-prose gap-3">
      <h3 className="font-semibold">
        New in {version} <span className="font-normal text-dim tabular-nums">{date}</span>
      </h3>
      {sections.map(({ title, items }) => (
        <div key={title} className="grid gap-1">
          {title && <h4 className="text-dim">{title}</h4>}
          <ul className={title ? 'grid list-disc gap-1 pl-5' : 'grid gap-1'}>
            {items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
