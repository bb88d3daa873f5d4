import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Band } from '#contract/band.ts';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import { deleteShow, type Show } from '#contract/shows.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { ListMusic, Pencil, Plus, Trash2 } from '#web/ui/icons.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { ShowDialog } from './show-dialog.tsx';
import { ShowStatusSelect } from './show-selects.tsx';
import { splitSchedule } from './split-schedule.ts';

type ShowsAdminTabProps = {
  /** Newest first. */
  shows: readonly Show[];
  band: Band;
  setlistPath: (show: Show) => string;
};

export function ShowsAdminTab({ shows, band, setlistPath }: ShowsAdminTabProps) {
  const [wanted, setWanted] = useState('');
  const [page, setPage] = useState(0);
  const dialog = useDialogItem<Show>();
  const removal = useDialogItem<Show>();
  const doomed = removal.subject;
  const remove = useMutation(
    mutationFor(deleteShow, {
      send: callWithFreshSignIn<typeof deleteShow>,
      done: 'Show deleted successfully',
      failed: 'Failed to delete show',
      onSuccess: removal.close,
    }),
  );

  const found = shows.filter((show) => matches(show, wanted));
  const { upcoming } = splitSchedule(found, serverNow());
  const past = found.filter((show) => !upcoming.includes(show));
  const lastPage = Math.max(0, Math.ceil(past.length / PAGE) - 1);
  const first = Math.min(page, lastPage) * PAGE;
  const pageOfPast = past.slice(first, first + PAGE);

  const cardOf = (show: Show) => (
    <ShowAdminCard
      key={show.id}
      show={show}
      setlistPath={setlistPath(show)}
      onEdit={() => dialog.openFor(show)}
      onDelete={() => removal.openFor(show)}
    />
  );
  const create = (
    <Button variant="lamp" onClick={() => dialog.openFor()}>
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
          <SearchField
            className="min-w-0 flex-1 basis-40"
            label="Search shows"
            placeholder="Search shows..."
            text={wanted}
            onChange={(text) => {
              setWanted(text);
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
        show={dialog.subject && shows.find(({ id }) => id === dialog.subject?.id)}
        band={band}
        open={dialog.open}
        onClose={dialog.close}
      />
      {doomed && (
        <ConfirmDeletion
          key={removal.turn}
          open={removal.open}
          onOpenChange={removal.close}
          title={`Delete “${doomed.name}”?`}
          text="Its predictions and setlist data will be deleted too. This cannot be undone."
          loss={queryFor(getShowDeletion, { params: { id: doomed.id } })}
          confirmLabel="Delete Show"
          pendingText="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: doomed.id } })}
        />
      )}
    </div>
  );
}

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

type ShowAdminCardProps = {
  show: Show;
  setlistPath: string;
  onEdit: () => void;
  onDelete: () => void;
};

function ShowAdminCard({ show, setlistPath, onEdit, onDelete }: ShowAdminCardProps) {
  return (
    <ShowTicket
      show={show}
      badge={<ShowStatusBadge status={show.status} />}
      actions={
        <>
          <div className="max-sm:w-full sm:w-30">
            <ShowStatusSelect show={show} labelHidden />
          </div>
          <Button asChild>
            <Link href={setlistPath} aria-label={`Setlist of ${show.name}`}>
              <ListMusic aria-hidden />
              Setlist
            </Link>
          </Button>
          <Button size="icon" variant="ghost" aria-label={`Edit ${show.name}`} onClick={onEdit}>
            <Pencil aria-hidden />
          </Button>
          <Button size="icon" variant="ghost" aria-label={`Delete ${show.name}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </Button>
        </>
      }
    />
  );
}
