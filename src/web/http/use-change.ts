import { useRef, useState } from 'react';
import { getBand } from '#contract/band.ts';
import { type ToastMessage, toast } from '#web/ui/toast.ts';
import { sentenceOf } from './http-error.ts';
import { queryClient } from './query-client.ts';
import { keyOf } from './query-key.ts';

interface ChangeOptions<Input, Answer> {
  call: (input: Input) => Promise<Answer>;
  /** The sentence after a success. */
  done: string | ((answer: Answer) => string);
  /** The sentence after a failure for which the server gave none. */
  failed: string;
  /** Offered beside the sentence of a success: taking it back. */
  action?: (answer: Answer) => ToastMessage['action'];
}

interface Outcome<Answer> {
  onDone?: (answer: Answer) => void;
  onRefused?: (error: unknown) => void;
}

/**
 * A change that an administrator makes: its toasts, the guard against a double tap, and the reading
 * anew of whatever is shown, as such a change can show anywhere. After a refusal it is read anew as
 * well: that often comes from a screen that was out of date. `isPending` lasts until all is there.
 */
export function useChange<Input, Answer>(options: ChangeOptions<Input, Answer>) {
  const [isPending, setPending] = useState(false);
  // The second of two taps comes before the button is drawn as disabled.
  const isRunning = useRef(false);

  async function run(input: Input, outcome: Outcome<Answer> = {}) {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    await tryChange(input, options, outcome);
    await readAnew();
    isRunning.current = false;
    setPending(false);
  }

  return { run, isPending };
}

/** A change with its toasts, for what outlives the page that began it. */
export async function makeChange<Input, Answer>(
  input: Input,
  options: ChangeOptions<Input, Answer>,
): Promise<void> {
  await tryChange(input, options, {});
  await readAnew();
}

async function tryChange<Input, Answer>(
  input: Input,
  { call, done, failed, action }: ChangeOptions<Input, Answer>,
  { onDone, onRefused }: Outcome<Answer>,
): Promise<void> {
  await call(input).then(
    (answer) => {
      const description = typeof done === 'string' ? done : done(answer);
      toast({ title: 'Success', description, action: action?.(answer) });
      onDone?.(answer);
    },
    (error: unknown) => {
      const description = sentenceOf(error, failed);
      toast({ title: 'Error', description, variant: 'destructive' });
      onRefused?.(error);
    },
  );
}

/** Whatever is shown, as a change that an administrator makes can show anywhere. */
export function readAnew(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== BAND });
}

const [BAND] = keyOf(getBand);
