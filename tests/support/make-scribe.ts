import { MINUTE } from '#contract/durations.ts';
import type { Caller, TestApp, TestResponse } from './test-app.ts';

export async function makeScribe(
  { admin }: Pick<TestApp, 'admin'>,
  fan: Caller,
  covered: { showId: string } | { tourName: string },
): Promise<string> {
  const invited = await admin.post('/api/admin/scribes', covered);
  if (invited.statusCode !== 201) throw new Error(`Inviting a scribe failed: ${invited.body}`);
  const { id, invitation } = invited.json();
  const accepted = await fan.post(`/api/scribe-invitations/${invitation}`);
  if (accepted.statusCode !== 200) throw new Error(`Accepting failed: ${accepted.body}`);
  return id;
}

/** Predictions for this start have locked, so a show's scribes can take it live. */
export const tonight = () => new Date(Date.now() + 30 * MINUTE).toISOString();

export const DENIED = [403, 'You do not have permission to access the admin panel'];

export const toStatusAndMessage = (response: TestResponse) => [
  response.statusCode,
  response.json().message,
];
