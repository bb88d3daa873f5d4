import { Plus, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Band } from '#contract/band.ts';
import { deleteShow, type Show } from '#contract/shows.ts';
import { call } from '#web/http/call.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useChange } from '#web/http/use-change.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ShowAdminCard } from './show-admin-card.tsx';
import { ShowDialog } from './show-dialog.tsx';
import { splitSchedule } from './split-schedule.ts';

type ShowsAdminTabProps = {
  /** The latest date first. */
  shows: readonly Show[];
  band: Band;
  /** Where a show's setlist is entered. */
  setlistPath: (show: Show) => string;
};

/** The schedule as administrators keep it. */
export function ShowsAdminTab({ shows, band, setlistPath }: ShowsAdminTabProps) {
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(0);
  // `turn` gives each opening of the dialog a form of its own.
  const [dialog, setDialog] = useState<DialogState>({ turn: 0, open: false, show: undefined });
  const [doomed, setDoomed] = useState<{ show: Show; open: boolean } | null>(null);
  const remove = useChange({
    call: (show: Show) => call(deleteShow, { params: { id: show.id } }),
    done: 'Show deleted successfully',
    failed: 'Failed to delete show',
  });

  const found = shows.filter((show) => matches(show, wanted));
  const { upcoming } = splitSchedule(found, serverNow());
  const past = found.filter((show) => !upcoming.includes(show));
  const lastPage = Math.max(0, Math.ceil(past.length / PAGE) - 1);
  const first = Math.min(page, lastPage) * PAGE;
  const pageOfPast = past.slice(first, first + PAGE);

  const openDialog = (show?: Show) => setDialog({ turn: dialog.turn + 1, open: true, show });
  const cardOf = (show: Show) => (
    <ShowAdminCard
      key={show.id}
      show={show}
      setlistPath={setlistPath(show)}
      onEdit={() => openDialog(show)}
      onDelete={() => setDoomed({ show, open: true })}
    />
  );
  const create = (
    <Button variant="lamp" onClick={() => openDialog()}>
      <Plus aria-hidden />
      Create Show
    </Button>
  );

  return (
    <div className="grid gap-8">
      {shows.length === 0 ? (
        <EmptyState
          title="No shows yet"
          text="Create the first one, or fill in the whole tour on the Setup tab."
          action={create}
        />
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            className="min-w-0 flex-1 basis-40"
            type="search"
            label="Search shows"
            labelHidden
            placeholder="Search shows..."
            icon={<Search aria-hidden />}
            value={wanted}
            onChange={({ target }) => {
              setWanted(target.value);
              setPage(0);
            }}
          />
          {create}
        </div>
      )}
      {shows.length > 0 && found.length === 0 && <EmptyState title="No shows match your search" />}
      {upcoming.length > 0 && <Section title="Upcoming Shows">{upcoming.map(cardOf)}</Section>}
      {past.length > 0 && (
        <Section title="Past Shows">
          {pageOfPast.map(cardOf)}
          {past.length > PAGE && (
            <Pager
              from={first + 1}
              to={first + pageOfPast.length}
              total={past.length}
              onPrevious={first > 0 ? () => setPage(first / PAGE - 1) : undefined}
              onNext={first + PAGE < past.length ? () => setPage(first / PAGE + 1) : undefined}
            />
          )}
        </Section>
      )}
      <ShowDialog
        key={dialog.turn}
        show={dialog.show}
        band={band}
        open={dialog.open}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
      {doomed && (
        <ConfirmDialog
          open={doomed.open}
          onOpenChange={(open) => setDoomed({ ...doomed, open })}
          title={`Delete “${doomed.show.name}”?`}
          text="Its predictions and setlist data will be deleted too. This cannot be undone."
          confirmLabel="Delete Show"
          pendingText="Deleting..."
          pending={remove.isPending}
          onConfirm={() =>
            remove.run(doomed.show, { onDone: () => setDoomed({ ...doomed, open: false }) })
          }
        />
      )}
    </div>
  );
}

interface DialogState {
  turn: number;
  open: boolean;
  show: Show | undefined;
}

/** Past shows on one page. */
const PAGE = 12;

function matches(show: Show, wanted: string): boolean {
  const text = [show.name, show.venue, show.city, show.state, show.tourName].join(' ');
  return text.toLowerCase().includes(wanted.trim().toLowerCase());
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="poster text-poster-md">{title}</h2>
      {children}
    </section>
  );
}
