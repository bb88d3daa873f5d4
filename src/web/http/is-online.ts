import { getBand } from '#contract/band.ts';
import { call } from './call.ts';
import { HttpError } from './http-error.ts';

/** Whether the server answers at all just now. What is asked is never answered from this device. */
export async function isOnline(): Promise<boolean> {
  try {
    await call(getBand, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch (error) {
    return error instanceof HttpError;
  }
}

const PATIENCE_MS = 5_000;
