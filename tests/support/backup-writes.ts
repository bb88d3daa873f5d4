import { readFile, writeFile } from 'node:fs/promises';
import { createFirstAdminToken } from '#server/accounts/administrators/first-admin-link.ts';
import { buildPart } from './send-backup.ts';
import type { TestApp, TestResponse } from './test-app.ts';
import type { Step } from './write-step.ts';

export function listBackupWrites(
  { admin, backups, clock, database, visitor }: TestApp,
  findBackup: () => string,
): Step[] {
  let uploadId = '';
  let uploadName = '';
  let token = '';
  const storeId = (response: TestResponse) => {
    uploadId = response.json().id;
  };
  const onResponse = (response: TestResponse) => {
    uploadName = response.json().name;
  };
  const readBackup = async () =>
    Uint8Array.from(await readFile((await backups.find(findBackup()))?.path ?? ''));
  const describeFile = async () => ({
    fileName: 'tour.backup',
    bytes: (await readBackup()).length,
  });
  const sendFile: Step = [
    'sendBackupPart',
    'no effect: sending the backup',
    async () => ({
      caller: visitor,
      params: { id: uploadId },
      query: { offset: '0' },
      form: buildPart(await readBackup()),
    }),
  ];
  return [
    [
      'beginBackupUpload',
      'no effect: beginning an upload',
      async () => ({ caller: admin, body: await describeFile(), onResponse: storeId }),
    ],
    sendFile,
    [
      'finishBackupUpload',
      'adding the uploaded backup',
      () => ({ caller: admin, params: { id: uploadId }, onResponse }),
    ],
    [
      'openFirstAdministratorLink',
      'no effect: opening the link of the first administrator',
      async () => {
        token = await createFirstAdminToken(database.db, clock.now);
        return { caller: visitor, body: { token } };
      },
    ],
    [
      'describeFirstBackup',
      'no effect: checking a backup with the link',
      () => ({ caller: visitor, params: { name: findBackup() }, body: { token } }),
    ],
    [
      'beginFirstUpload',
      'no effect: beginning an upload with the link',
      async () => ({
        caller: visitor,
        body: { token, ...(await describeFile()) },
        onResponse: storeId,
      }),
    ],
    sendFile,
    [
      'finishFirstUpload',
      'adding the backup uploaded with the link',
      () => ({ caller: visitor, params: { id: uploadId }, body: { token }, onResponse }),
    ],
    // This restore fails, because a restore ends after its response. `first-restore.test.ts` covers
    // successful ones.
    [
      'startFirstRestore',
      'no effect: starting to restore a damaged backup with the link',
      async () => {
        const path = (await backups.find(uploadName))?.path ?? '';
        const bytes = await readFile(path);
        bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
        await writeFile(path, bytes);
        return { caller: visitor, body: { token, name: uploadName } };
      },
    ],
  ];
}
