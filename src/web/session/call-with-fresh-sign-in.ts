import { useSyncExternalStore } from 'react';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { FRESH_SIGN_IN } from '#contract/fresh-sign-in.ts';
import { type CallArgs, type CallInput, call } from '#web/http/call.ts';
import { HttpError } from '#web/http/http-error.ts';

/**
 * For the gravest changes: `call`, and where the server wants to know first that it is still the same
 * person (`code` of its refusal), the question of the page (`<ConfirmSignIn>`), then the call once more.
 */
export async function callWithFreshSignIn<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<AnswerOf<E>> {
  const ask = () => call(endpoint, ...([input] as CallArgs<E>));
  try {
    return await ask();
  } catch (error) {
    if (codeOf(error) !== FRESH_SIGN_IN || !(await askWhoItIs())) throw error;
    return ask();
  }
}

/** Which only these calls ask for: the error's message has the whole body, after the status and a colon. */
function codeOf(error: unknown): unknown {
  if (!(error instanceof HttpError)) return undefined;
  try {
    return JSON.parse(error.message.slice(`${error.status}: `.length)).code;
  } catch {
    return undefined;
  }
}

let question: { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function askWhoItIs(): Promise<boolean> {
  // On a page that has no such question the server's own sentence must do.
  if (listeners.size === 0) return Promise.resolve(false);
  if (!question) {
    const { promise, resolve } = withResolvers();
    question = { answered: promise, answer: resolve };
    tell();
  }
  return question.answered;
}

/** Of whoever draws the question: what answers it, while there is one. */
export function useFreshSignInPrompt(): ((isConfirmed: boolean) => void) | undefined {
  return useSyncExternalStore(subscribe, () => (question ? answerQuestion : undefined));
}

function answerQuestion(isConfirmed: boolean): void {
  question?.answer(isConfirmed);
  question = undefined;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Whoever left the page has not confirmed it.
    if (listeners.size === 0) answerQuestion(false);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** `Promise.withResolvers`, which phones of some years ago have not. */
function withResolvers() {
  let resolve: (isConfirmed: boolean) => void = () => {};
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
