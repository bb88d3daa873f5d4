import { Button } from '../button.tsx';

type ConflictRow = { label: string; theirs: string; yours: string };

type ConflictPanelProps = {
  /** Undefined until the server responds. */
  message: string | undefined;
  rows: readonly ConflictRow[];
  onTakeTheirs: () => void;
  onSendYours: () => void;
  pending: boolean;
};

export function ConflictPanel({ message, rows, ...props }: ConflictPanelProps) {
  return (
    <section
      aria-label="Conflicting changes"
      className="grid gap-3 rounded-control border border-current p-4 sm:col-span-2"
    >
      <p role="alert" className="font-semibold">
        {message ?? 'Someone else has changed this since you opened it.'}
      </p>
      {rows.length > 0 && (
        <dl className="grid gap-2 text-sm">
          {rows.map(({ label, theirs, yours }) => (
            <div key={label}>
              <dt className="font-semibold">{label}</dt>
              <dd className="wrap-anywhere">Theirs: {theirs || 'nothing'}</dd>
              <dd className="wrap-anywhere">Yours: {yours || 'nothing'}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm">Sending yours again overwrites only the fields you changed.</p>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button onClick={props.onTakeTheirs}>Use theirs</Button>
        <Button onClick={props.onSendYours} pending={props.pending} pendingText="Sending...">
          Send yours again
        </Button>
      </div>
    </section>
  );
}
