import { initializeDatabase } from '#contract/setup.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ImportResult } from './import-result.tsx';

type InitializePanelProps = { songs: number; shows: number };

export function InitializePanel({ songs, shows }: InitializePanelProps) {
  const change = useMutation(
    mutationFor(initializeDatabase, {
      done: ({ results: { songs: newSongs, shows: newShows } }) =>
        `Imported ${newSongs.imported} songs and ${newShows.imported} shows`,
      failed: 'Failed to initialize database',
    }),
  );
  const results = change.data?.results;
  return (
    <Panel title="Database">
      <div className="grid gap-4 px-4.5 pb-4.5">
        <p className="text-dim">
          Imports {songs} songs and {shows} shows with their setlists. It is safe to run again: what
          is there already is skipped.
        </p>
        <Button
          variant="lamp"
          className="justify-self-start max-sm:w-full"
          pending={change.isPending}
          pendingText="Initializing..."
          onClick={() => change.mutate({})}
        >
          Initialize Database
        </Button>
        {results && (
          <ImportResult
            counts={[
              { what: 'Songs', ...results.songs },
              { what: 'Shows', ...results.shows },
            ]}
            errors={results.errors}
          />
        )}
      </div>
    </Panel>
  );
}
