import { BACKUP_PART_BYTES, sendBackupPart } from '#contract/backup-uploads.ts';
import { buildUrl } from '#contract/url.ts';
import { encodeForm } from './archives.ts';
import type { Caller, TestResponse } from './test-app.ts';

export function buildPart(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('part', new Blob([bytes]), 'part');
  return form;
}

export async function sendPart(
  caller: Caller,
  id: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<TestResponse> {
  const { headers, body } = await encodeForm(buildPart(bytes));
  const query = { offset: String(offset) };
  return caller.post(buildUrl(sendBackupPart.path, { params: { id }, query }), body, headers);
}

export async function sendParts(
  caller: Caller,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let offset = 0; offset < bytes.length; offset += BACKUP_PART_BYTES) {
    const part = bytes.subarray(offset, offset + BACKUP_PART_BYTES);
    const response = await sendPart(caller, id, offset, part);
    if (response.statusCode !== 204) throw new Error(`Part at ${offset}: ${response.body}`);
  }
}
