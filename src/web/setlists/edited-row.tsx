import { useQueryClient } from '@tanstack/react-query';
import { use, useEffect, useState } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import { isFinalResponse } from '#web/http/http-error.ts';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { EditedRows } from './edited-rows.ts';
import { type RowChange, RowForm } from './row-form.tsx';
import { createId, sendChange, useSetlistQueue } from './setlist-queue.ts';
import type { UnsentChange } from './unsent-changes.ts';

type EditedRowProps = {
  row: SetlistEntry;
  songs: readonly Option[];
  labels: readonly string[];
  isGone: boolean;
  onEnd: () => void;
};

/** Sends the change directly, so errors appear in the form. Queues it if no response arrives. */
export function EditedRow({ row, onEnd, ...form }: EditedRowProps) {
  const client = useQueryClient();
  const queue = useSetlistQueue();
  const [isPending, setPending] = useState(false);
  const countEditedRows = use(EditedRows);
  useEffect(() => {
    countEditedRows(1);
    return () => countEditedRows(-1);
  }, [countEditedRows]);

  async function save(body: RowChange, onRejected: (error: unknown) => void) {
    const { id: rowId, showId, song } = row;
    const title = form.songs.find(({ value }) => value === body.songId)?.label ?? song.title;
    const change: UnsentChange = {
      ...{ id: createId(), showId, rowId, title },
      edit: { do: 'update', body },
    };
    setPending(true);
    try {
      await sendChange(client, change);
      onEnd();
    } catch (error) {
      setPending(false);
      if (isFinalResponse(error)) return onRejected(error);
      // The server may have applied the change. It recognizes a repeated one by its ID.
      queue.add(change);
      onEnd();
    }
  }

  return (
    <RowForm
      {...form}
      row={row}
      isPending={isPending}
      onSave={(body, onRejected) => void save(body, onRejected)}
      onCancel={onEnd}
    />
  );
}
