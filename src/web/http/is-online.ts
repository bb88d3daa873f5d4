import { getBand } from '#contract/band.ts';
import { call } from './call.ts';
import { HttpError } from './http-error.ts';

/** The service worker never answers this request from its cache. */
export async function isOnline(): Promise<boolean> {
  try {
    await call(getBand, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return true;
  } catch (error) {
    return error instanceof HttpError;
  }
}

const TIMEOUT_MS = 5_000;
