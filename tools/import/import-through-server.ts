import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { login } from '#contract/accounts.ts';
import {
  getLatestImport,
  type ImportJob,
  type ImportPreview,
  type ImportQuery,
  previewImport,
  startImport,
} from '#contract/imports.ts';
import type { SavedFile } from '#server/catalog/imports/readers/unpack.ts';
import type { Environment } from '#server/environment.ts';
import { createClient } from '../api-client.ts';

/** Imports through the running server, as from the admin panel, so that its pages update. */
export async function importThroughServer(
  {
    query,
    files,
    isDryRun,
  }: { query: ImportQuery; files: readonly SavedFile[]; isDryRun: boolean },
  { port, admin }: Pick<Environment, 'port' | 'admin'>,
): Promise<void> {
  if (!admin)
    throw new Error(
      'A server runs on this database. Import on its Setup tab, or set ADMIN_EMAIL and ADMIN_PASSWORD, or stop the server, and run this again.',
    );
  const session = createClient(`http://127.0.0.1:${port}`).startSession();
  await session.call(login, { body: admin });
  const form = new FormData();
  for (const { name, bytes } of files) form.append('files', new Blob([compress(bytes)]), name);
  const request = { query, ...(files.length > 0 && { form }) };
  if (isDryRun) {
    console.log(formatPreview(await session.call(previewImport, request)));
    return;
  }
  let job: ImportJob | undefined = await session.call(startImport, request);
  let lastLine = '';
  while (job?.state === 'running') {
    await sleep(500);
    job = await session.call(getLatestImport);
    const line = job && formatProgress(job);
    if (line && line !== lastLine && job?.place) console.log(line);
    lastLine = line ?? lastLine;
  }
  if (!job || job.state === 'stopped')
    throw new Error(
      job?.lines.join('\n') ??
        'The server was restarted during the import. Run this again to continue.',
    );
  console.log(job.lines.join('\n'));
}

function compress(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return new Uint8Array(isGzip ? bytes : gzipSync(bytes));
}

export function formatPreview({ lines, doubt, firstShows, isFirstPage }: ImportPreview): string {
  const start = ({ name, date, timeZone }: ImportPreview['firstShows'][number]) =>
    `  ${new Date(date).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })} (${timeZone}): ${name}`;
  return [
    isFirstPage ? 'On the first page:' : [],
    lines,
    doubt ?? [],
    firstShows.length > 0 ? ['The first shows start at:', ...firstShows.map(start)] : [],
    'Nothing was written.',
  ]
    .flat()
    .join('\n');
}

export function formatProgress({
  place,
  done,
  total,
}: Pick<ImportJob, 'place' | 'done'> & { total?: number | null | undefined }) {
  return `${place}: ${done}${total ? ` of ${total}` : ''} shows imported.`;
}
