import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#contract/accounts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { getLatestImport, type ImportJob, startImport } from '#contract/imports.ts';
import type { Environment } from '#server/environment.ts';
import { newPerson } from '../api-client.ts';

/** The server imports, as it would from the panel: its pages show at once what came. */
export async function importThere(
  body: BodyOf<typeof startImport>,
  { port, admin }: Pick<Environment, 'port' | 'admin'>,
): Promise<void> {
  if (!admin)
    throw new Error(
      'A server runs on this database. Import on its Setup tab, or set ADMIN_EMAIL and ADMIN_PASSWORD, or end the server, and run this again.',
    );
  const person = newPerson(`http://127.0.0.1:${port}`).in();
  await person.call(login, { body: admin });
  let job: ImportJob | undefined = await person.call(startImport, { body });
  let told = '';
  while (job?.state === 'running') {
    await sleep(500);
    job = await person.call(getLatestImport);
    const line = job && progressOf(job);
    if (line && line !== told && job?.place) console.log(line);
    told = line ?? told;
  }
  if (!job || job.state === 'stopped')
    throw new Error(
      job?.lines.join('\n') ??
        'The server was started anew meanwhile. Run this again: it goes on from there.',
    );
  console.log(job.lines.join('\n'));
}

export function progressOf({
  place,
  done,
  total,
}: Pick<ImportJob, 'place' | 'done'> & { total?: number | null | undefined }) {
  return `${place}: ${done}${total ? ` of ${total}` : ''} shows are in.`;
}
