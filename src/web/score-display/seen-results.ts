import { accountKey } from '#web/session/use-user.ts';

/** Stored only on this device (docs/decisions/0016). */
export function markResultSeen(userId: string, predictionId: string): void {
  try {
    localStorage.setItem(keyOf(userId, predictionId), '');
  } catch {
    // Without storage, the dashboard keeps offering the result for some days.
  }
}

export function isResultSeen(userId: string, predictionId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId, predictionId)) !== null;
  } catch {
    return false;
  }
}

function keyOf(userId: string, predictionId: string): string {
  return accountKey('result-seen', userId, predictionId);
}
