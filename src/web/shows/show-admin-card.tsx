import { ListMusic, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'wouter';
import type { Show } from '#contract/shows.ts';
import { ShowStatusBadge } from '#web/show-display/show-status-badge.tsx';
import { ShowTicket } from '#web/show-display/show-ticket.tsx';
import { Button } from '#web/ui/button.tsx';
import { ShowStatusSelect } from './show-status-select.tsx';

type ShowAdminCardProps = {
  show: Show;
  setlistPath: string;
  onEdit: () => void;
  onDelete: () => void;
};

/** A show's ticket with its status, and what can be done to it. */
export function ShowAdminCard({ show, setlistPath, onEdit, onDelete }: ShowAdminCardProps) {
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
