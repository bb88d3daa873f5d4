import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  AUDIT_ACTIONS,
  type AuditRecord,
  listAudit,
  MAX_ACTOR_NAME_LENGTH,
} from '#contract/audit.ts';
import type { QueryInputOf } from '#contract/endpoint.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { startOfDay } from './start-of-day.ts';

const PAGE_SIZE = 25;

type Filter = Omit<QueryInputOf<typeof listAudit>, 'limit' | 'offset'>;

export function AuditPanel() {
  const [{ filter, offset }, setRequest] = useState<{ filter: Filter; offset: number }>({
    filter: {},
    offset: 0,
  });
  const query = { ...filter, limit: String(PAGE_SIZE), offset: String(offset) };
  const records = useQuery({
    ...queryWithTotalFor(listAudit, { query }),
    placeholderData: keepPreviousData,
  });
  return (
    <FoldingPanel id="audit" title="Audit log">
      <p className="max-w-prose px-4.5 pb-4.5 text-dim">
        Every change to setlists, shows, songs, scores and roles, with its author and time. Records
        can't be changed.
      </p>
      <FilterForm onFilter={(filter) => setRequest({ filter, offset: 0 })} />
      <Loaded
        query={records}
        label="Loading the audit log"
        errorMessage="The audit log could not be loaded."
        className="px-4.5 pb-4.5"
      >
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState
              title={Object.keys(filter).length > 0 ? 'No records match' : 'No records yet'}
            />
          ) : (
            <>
              <ul aria-label="Audit log">
                {rows.map((record) => (
                  <RecordItem key={record.id} record={record} />
                ))}
              </ul>
              <div className="border-rail/60 border-t px-4.5 py-3.5">
                <Pager
                  offset={offset}
                  pageSize={PAGE_SIZE}
                  rowCount={total}
                  onOffset={(offset) => setRequest({ filter, offset })}
                />
              </div>
            </>
          )
        }
      </Loaded>
    </FoldingPanel>
  );
}

function FilterForm({ onFilter }: { onFilter: (filter: Filter) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const readField = (name: string) => String(fields.get(name) ?? '').trim() || undefined;
    const [from, until] = [readField('from'), readField('until')];
    const filter = {
      action: readField('action') as Filter['action'],
      who: readField('who'),
      from: from && startOfDay(from),
      until: until && startOfDay(until, 1),
    };
    onFilter(Object.fromEntries(Object.entries(filter).filter(([, value]) => value)));
  }

  return (
    <form
      aria-label="Filter the audit log"
      noValidate
      className="grid items-end gap-4 px-4.5 pb-5 sm:grid-cols-2 xl:grid-cols-[2fr_2fr_1fr_1fr_auto]"
      onSubmit={submit}
      onReset={() => onFilter({})}
    >
      <SelectField
        label="What"
        name="action"
        options={[
          { value: '', label: 'Everything' },
          ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField
        label="Who"
        name="who"
        placeholder="Username"
        maxLength={MAX_ACTOR_NAME_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label="From" name="from" type="date" />
      <TextField label="To" name="until" type="date" />
      <div className="flex gap-2 max-sm:*:flex-1">
        <Button type="submit">Filter</Button>
        <Button type="reset" variant="ghost">
          Clear
        </Button>
      </div>
    </form>
  );
}

function RecordItem({
  record: { at: changedAt, action, who, subjectName, changes, isUndone },
}: {
  record: AuditRecord;
}) {
  return (
    <li className="grid gap-1 border-rail/60 border-t px-4.5 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="font-semibold">{AUDIT_ACTIONS[action]}</span>
        {subjectName && <bdi className="wrap-anywhere min-w-0">{subjectName}</bdi>}
        {isUndone && <Badge tone="quiet">Undone</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3 text-dim text-sm">
        <time dateTime={changedAt} className="tabular-nums">
          {new Date(changedAt).toLocaleString('en-US', {
            dateStyle: 'medium',
            timeStyle: 'medium',
          })}
        </time>
        <bdi className="wrap-anywhere min-w-0">
          {who?.username ?? 'The server or a deleted account'}
        </bdi>
      </p>
      {changes.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-9 w-fit cursor-pointer py-1.5 text-dim pointer-coarse:min-h-11 pointer-coarse:py-2.5">
            What changed
          </summary>
          <dl className="grid gap-x-4 gap-y-1 pb-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {changes.map(({ what, before, after }) => (
              <div key={what} className="contents">
                <dt className="text-dim first-letter:uppercase">{what}</dt>
                <dd className="wrap-anywhere min-w-0">
                  {before !== null && <del>{before}</del>}
                  {before !== null && after !== null && ' → '}
                  {after !== null && <ins className="no-underline">{after}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
