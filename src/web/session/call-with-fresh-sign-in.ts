import { useSyncExternalStore } from 'react';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { FRESH_SIGN_IN } from '#contract/fresh-sign-in.ts';
import { type CallArgs, type CallInput, call } from '#web/http/call.ts';
import { getErrorCode } from '#web/http/http-error.ts';

/** Prompts (`<ConfirmSignIn>`) and retries if the server requires a fresh sign-in. */
export async function callWithFreshSignIn<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> {
  const send = () => call(endpoint, ...([input] as CallArgs<E>));
  try {
    return await send();
  } catch (error) {
    if (getErrorCode(error) !== FRESH_SIGN_IN || !(await promptSignIn())) throw error;
    return send();
  }
}

let prompt: { result: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | undefined;
const listeners = new Set<() => void>();

function promptSignIn(): Promise<boolean> {
  // Without a prompt on the page, the caller shows the server's error.
  if (listeners.size === 0) return Promise.resolve(false);
  if (!prompt) {
    const { promise, resolve } = withResolvers();
    prompt = { result: promise, resolve };
    notify();
  }
  return prompt.result;
}

/** Resolves the open prompt; undefined while there is none. */
export function useFreshSignInPrompt(): ((isConfirmed: boolean) => void) | undefined {
  return useSyncExternalStore(subscribe, () => (prompt ? resolvePrompt : undefined));
}

function resolvePrompt(isConfirmed: boolean): void {
  prompt?.resolve(isConfirmed);
  prompt = undefined;
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // Leaving the page counts as not confirmed.
    if (listeners.size === 0) resolvePrompt(false);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** `Promise.withResolvers` for browsers that lack it. */
function withResolvers() {
  let resolve: (isConfirmed: boolean) => void = () => {};
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
