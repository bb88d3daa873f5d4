import { NEW_PASSWORD_MIN } from '#contract/accounts.ts';
import { createFirstAdministrator } from '#contract/first-administrator.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { beginSession } from '#web/session/session-query.ts';
import { type AccountFields, AccountForm } from './account-form.tsx';

const resolver = lazyResolver<AccountFields, AccountFields>(async () => {
  const { firstAdministratorBody } = await import('#contract/first-administrator.ts');
  const fields = firstAdministratorBody.omit({ token: true });
  return fields.extend({ confirmPassword: fields.shape.password });
});

type FirstAdministratorFormProps = { token: string; onCreated: () => void };

export function FirstAdministratorForm({ token, onCreated }: FirstAdministratorFormProps) {
  const create = useMutation(
    mutationFor(createFirstAdministrator, {
      successToast: { title: 'Welcome!', description: 'You are the first administrator.' },
      errorToast: { title: 'Registration failed', description: 'Unable to create account' },
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        onCreated();
      },
    }),
  );
  return (
    <AccountForm
      passwordMin={NEW_PASSWORD_MIN}
      resolver={resolver}
      send={(body, showErrors) =>
        create.mutate({ body: { ...body, token } }, { onError: showErrors })
      }
    />
  );
}
