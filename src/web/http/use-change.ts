import { useRef, useState } from 'react';
import { getBand } from '#contract/band.ts';
import { type ToastMessage, toast } from '#web/ui/toast.tsx';
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
  action?: ToastMessage['action'];
}

interface Outcome<Answer> {
  onDone?: (answer: Answer) => void;
  onRefused?: (error: unknown) => void;
  /** The cache has the answer already: the next change need not wait for the reading anew. */
  isKnown?: boolean;
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

  async function run(input: Input, { onDone, onRefused, isKnown }: Outcome<Answer> = {}) {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    await options.call(input).then(
      (answer) => {
        const { done, action } = options;
        const description = typeof done === 'string' ? done : done(answer);
        toast({ title: 'Success', description, action });
        onDone?.(answer);
      },
      (error: unknown) => {
        const description = sentenceOf(error, options.failed);
        toast({ title: 'Error', description, variant: 'destructive' });
        onRefused?.(error);
      },
    );
    const readAnew = queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== BAND,
    });
    if (!isKnown) await readAnew;
    isRunning.current = false;
    setPending(false);
  }

  return { run, isPending };
}

const [BAND] = keyOf(getBand);
