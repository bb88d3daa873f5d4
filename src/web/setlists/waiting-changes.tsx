import { BREAK_TEXTS, type SetlistEntry } from '#contract/setlists.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { newId, useUnsentChanges } from './send-change.ts';
import type { UnsentChange } from './unsent-changes.ts';
import { timesSeen } from './use-setlist.ts';
import { listedChanges } from './with-unsent.ts';

type WaitingChangesProps = {
  showId: string;
  rows: readonly SetlistEntry[] | undefined;
};

/** Waiting changes already show in the setlist, so only refused ones get a row. */
export function WaitingChanges({ showId, rows }: WaitingChangesProps) {
  const { retry, drop, ...unsent } = useUnsentChanges();
  const shown = listedChanges(unsent, showId);
  const waiting = shown.filter(({ refusal }) => !refusal);
  const refused = shown.filter(({ refusal }) => refusal);
  return (
    <div>
      <p role="status" className="sr-only">
        {shown.length > 0 && `Not yet sent: ${shown.map(({ title }) => title).join(', ')}`}
      </p>
      {shown.length > 0 && (
        <Panel title="Not yet sent">
          {waiting.length > 0 && (
            <p className="line-clamp-3 px-4.5 pb-3.5 text-dim text-sm">
              <b>{waiting.map(({ title }) => title).join(', ')}.</b> Saved on this device and sent
              in this order when you're back online.
            </p>
          )}
          <ol>
            {refused.map((change) => (
              <WaitingChange
                key={change.id}
                change={change}
                onRetry={() => retry(change.id, seenState(change, rows))}
                onDrop={() => drop(change.id, newId())}
              />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

function seenState(
  { rowId, title, deed }: UnsentChange,
  rows: readonly SetlistEntry[] | undefined,
) {
  if (deed.do !== 'add') return { version: rows?.find(({ id }) => id === rowId)?.version };
  const { songId: id } = deed.body;
  return { timesSeen: rows && timesSeen(id === undefined ? { title } : { id, title }, rows) };
}

type WaitingChangeProps = { change: UnsentChange; onRetry: () => void; onDrop: () => void };

function WaitingChange({ change: { title, deed, refusal }, onRetry, onDrop }: WaitingChangeProps) {
  const verb = VERBS[deed.do];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rail/60 border-t px-4.5 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{title}</p>
        {refusal && <p className="text-danger text-sm">{refusal}</p>}
        <p className="wrap-anywhere text-dim text-sm">{describeEdit(deed)}</p>
      </div>
      {refusal && verb && (
        <Button size="sm" aria-label={`${verb} ${title} anyway`} onClick={onRetry}>
          {verb} anyway
        </Button>
      )}
      <Button size="sm" variant="ghost" aria-label={`Drop ${title}`} onClick={onDrop}>
        Drop
      </Button>
    </li>
  );
}

const VERBS: Record<UnsentChange['deed']['do'], string | null> = {
  add: 'Add',
  update: 'Change',
  remove: 'Remove',
  undo: null,
};

function describeEdit(deed: UnsentChange['deed']): string {
  if (deed.do === 'remove') return 'Removed';
  if (deed.do === 'undo') return '';
  const { setLabel, isCloser, segue, breakAfter, notes } = deed.body;
  const facts = [
    setLabel,
    isCloser && 'Closer',
    isCloser === false && deed.do === 'update' && 'Not the closer',
    segue && 'Segue',
    breakAfter && BREAK_TEXTS[breakAfter],
    deed.do === 'update' && deed.toPlaceOf && 'Moved',
    deed.do === 'update' && (deed.body.songId ?? deed.body.title) && 'Replaced',
    notes,
  ];
  return facts.filter(Boolean).join(' · ');
}
