import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Band } from '#contract/band.ts';
import { getShowDeletion } from '#contract/deletion-impact.ts';
import { hasScribes } from '#contract/scribes.ts';
import { deleteShow, type Show } from '#contract/shows.ts';
import { ConfirmDeletion } from '#web/http/confirm-deletion.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { StatusBadge } from '#web/show-display/show-facts.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { Ellipsis, ListMusic, Pencil, Plus, Trash2, Users } from '#web/ui/icons.ts';
import { Pager } from '#web/ui/list/pager.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/overlay/dropdown-menu.tsx';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { ShowDialog } from './show-dialog.tsx';
import { ShowStatusSelect } from './show-selects.tsx';
import { splitSchedule } from './split-schedule.ts';
import { ToursPanel } from './tours-panel.tsx';

type ShowsAdminTabProps = {
  /** Newest first. */
  shows: readonly Show[];
  band: Band;
  setlistPath: (show: Show) => string;
  onScribes: (subject: { name: string; showId?: string; tourName: string | null }) => void;
};

export function ShowsAdminTab({ shows, band, setlistPath, onScribes }: ShowsAdminTabProps) {
  const [searchText, setSearchText] = useState('');
  const [page, setPage] = useState(0);
  const editDialog = useDialogItem<Show>();
  const deleteDialog = useDialogItem<Show>();
  const showToDelete = deleteDialog.subject;
  const remove = useMutation(
    mutationFor(deleteShow, {
      send: callWithFreshSignIn<typeof deleteShow>,
      successToast: 'Show deleted successfully',
      errorToast: 'Failed to delete show',
      onSuccess: deleteDialog.close,
    }),
  );

  const matchingShows = shows.filter((show) => matchesSearch(show, searchText));
  const { upcoming } = splitSchedule(matchingShows, serverNow());
  const past = matchingShows.filter((show) => !upcoming.includes(show));
  const lastPage = Math.max(0, Math.ceil(past.length / PAGE_SIZE) - 1);
  const firstIndex = Math.min(page, lastPage) * PAGE_SIZE;
  const visiblePastShows = past.slice(firstIndex, firstIndex + PAGE_SIZE);

  const renderCard = (show: Show) => (
    <ShowAdminCard
      key={show.id}
      show={show}
      setlistPath={setlistPath(show)}
      onEdit={() => editDialog.show(show)}
      onScribes={() => onScribes({ name: show.name, showId: show.id, tourName: show.tourName })}
      onDelete={() => deleteDialog.show(show)}
    />
  );
  const createButton = (
    <Button variant="lamp" onClick={() => editDialog.show()}>
      <Plus aria-hidden />
      Create Show
    </Button>
  );

  return (
    <div className="grid gap-8">
      {shows.length === 0 ? (
        <EmptyState
          title="No shows yet"
          text="Create the first one, or import a whole tour on the Setup tab."
          action={createButton}
        />
      ) : (
        <div className="flex flex-wrap items-end gap-3">
          <SearchField
            className="min-w-0 flex-1 basis-40"
            label="Search shows"
            placeholder="Search shows..."
            text={searchText}
            onChange={(text) => {
              setSearchText(text);
              setPage(0);
            }}
          />
          {createButton}
        </div>
      )}
      {shows.length > 0 && matchingShows.length === 0 && (
        <EmptyState title="No shows match your search" />
      )}
      {upcoming.length > 0 && <Section title="Upcoming Shows">{upcoming.map(renderCard)}</Section>}
      {past.length > 0 && (
        <Section title="Past Shows">
          {visiblePastShows.map(renderCard)}
          {past.length > PAGE_SIZE && (
            <Pager
              offset={firstIndex}
              pageSize={PAGE_SIZE}
              rowCount={past.length}
              onOffset={(offset) => setPage(offset / PAGE_SIZE)}
            />
          )}
        </Section>
      )}
      <ToursPanel shows={shows} onScribes={(tourName) => onScribes({ name: tourName, tourName })} />
      <ShowDialog
        key={`edit ${editDialog.key}`}
        show={editDialog.subject && shows.find(({ id }) => id === editDialog.subject?.id)}
        band={band}
        open={editDialog.open}
        onClose={editDialog.close}
      />
      {showToDelete && (
        <ConfirmDeletion
          key={`delete ${deleteDialog.key}`}
          open={deleteDialog.open}
          onOpenChange={deleteDialog.close}
          title={`Delete “${showToDelete.name}”?`}
          text="Its predictions and setlist data will be deleted too. This cannot be undone."
          impactQuery={queryFor(getShowDeletion, { params: { id: showToDelete.id } })}
          confirmLabel="Delete Show"
          pendingText="Deleting..."
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: showToDelete.id } })}
        />
      )}
    </div>
  );
}

const PAGE_SIZE = 12;

function matchesSearch(show: Show, searchText: string): boolean {
  const text = [show.name, show.venue, show.city, show.state, show.tourName].join(' ');
  return text.toLowerCase().includes(searchText.trim().toLowerCase());
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
  onScribes: () => void;
  onDelete: () => void;
};

function ShowAdminCard({ show, setlistPath, onEdit, onScribes, onDelete }: ShowAdminCardProps) {
  return (
    <ShowTicket
      show={show}
      badge={<StatusBadge status={show.status} />}
      actions={
        <>
          <div className="min-w-0 max-sm:flex-1 sm:w-30">
            <ShowStatusSelect show={show} labelHidden />
          </div>
          <Button asChild className="max-sm:px-3">
            <Link href={setlistPath} aria-label={`Setlist of ${show.name}`}>
              <ListMusic aria-hidden />
              <span className="max-sm:sr-only">Setlist</span>
            </Link>
          </Button>
          <Button
            size="icon"
            variant="ghost"
            className="max-sm:hidden"
            aria-label={`Edit ${show.name}`}
            onClick={onEdit}
          >
            <Pencil aria-hidden />
          </Button>
          <DropdownMenu
            trigger={
              <Button size="icon" variant="ghost" aria-label={`More actions for ${show.name}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={onEdit}>
              <Pencil aria-hidden />
              Edit
            </MenuItem>
            {hasScribes(show) && (
              <MenuItem onSelect={onScribes}>
                <Users aria-hidden />
                Scribes
              </MenuItem>
            )}
            <MenuItem danger onSelect={onDelete}>
              <Trash2 aria-hidden />
              Delete
            </MenuItem>
          </DropdownMenu>
        </>
      }
    />
  );
}
