import { expect, test } from 'vitest';
import { deleteAccount } from './account-data.ts';

const credential = {
  ...{ id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: '', authenticatorData: '', signature: '' },
};

test.each([
  ['a password', { currentPassword: 'correct horse battery' }, []],
  ['a passkey', { credential }, []],
  ['neither', {}, [{ path: ['currentPassword'], message: 'Required' }]],
  ['an empty password', { currentPassword: '' }, [{ path: ['currentPassword'] }]],
])('checks a deletion with %s', (_what, proof, issues) => {
  const { error } = deleteAccount.body.safeParse({ ...proof, isConfirmed: true });
  expect(error?.issues ?? []).toMatchObject(issues);
});
