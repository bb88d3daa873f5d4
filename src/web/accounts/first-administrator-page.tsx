import { useState } from 'react';
import { useLocation } from 'wouter';
import { NEW_PASSWORD_MIN } from '#contract/accounts.ts';
import { createFirstAdministrator } from '#contract/first-administrator.ts';
import { FIRST_START, paths } from '#contract/pages.ts';
import { useBand } from '#web/band/use-band.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { beginSession } from '#web/session/session-query.ts';
import { type AccountFields, AccountForm } from './account-form.tsx';
import { AuthCard } from './auth-card.tsx';

const resolver = lazyResolver<AccountFields, AccountFields>(async () => {
  const { firstAdministratorBody } = await import('#contract/first-administrator.ts');
  const fields = firstAdministratorBody.omit({ token: true });
  return fields.extend({ confirmPassword: fields.shape.password });
});

/** Opened from the link that the first start prints. */
export default function FirstAdministratorPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const siteName = useBand()?.productName ?? 'this site';
  return (
    <AuthCard
      title="First Administrator"
      intro={
        token
          ? `${siteName} has no administrator yet. Choose your username and password. This link works once.`
          : "Open this page with the complete link, including everything after the #. It's in first-administrator.txt in the server's data folder."
      }
    >
      {token && <FirstAdministratorForm token={token} />}
    </AuthCard>
  );
}

function FirstAdministratorForm({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const create = useMutation(
    mutationFor(createFirstAdministrator, {
      successToast: { title: 'Welcome!', description: 'You are the first administrator.' },
      errorToast: { title: 'Registration failed', description: 'Unable to create account' },
      onSuccess(user, _input, _, { client }) {
        beginSession(client, user);
        navigate(paths.admin({ tab: FIRST_START }), { replace: true });
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
