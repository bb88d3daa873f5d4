import { useState } from 'react';
import { initializeDatabase } from '#contract/setup.ts';
import { call } from '#web/http/call.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ImportResult } from './import-result.tsx';

type InitializePanelProps = { songs: number; shows: number };

export function InitializePanel({ songs, shows }: InitializePanelProps) {
  const [results, setResults] = useState<Results | null>(null);
  const change = useChange({
    call: async () => (await call(initializeDatabase)).results,
    done: (answer) => `Imported ${answer.songs.imported} songs and ${answer.shows.imported} shows`,
    failed: 'Failed to initialize database',
  });
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
          onClick={() => change.run(undefined, { onDone: setResults })}
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

type Count = { imported: number; skipped: number };
type Results = { songs: Count; shows: Count; errors: string[] };
