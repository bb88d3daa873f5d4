import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { updatePassword } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { sessionQuery } from '#web/session/session-query.ts';

type Fields = BodyInputOf<typeof updatePassword> & { confirmPassword: string };

const rules = rulesFrom(async () => {
  const { passwordBody } = await import('#contract/accounts.ts');
  // Loose: the third field is none of the contract's.
  const fields = passwordBody
    .loose()
    .refine((typed) => typed.newPassword === typed.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    });
  return fields as ZodType<unknown> as ZodType<Fields, Fields>;
});

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form of a new password: current, new, confirm. A success empties all three. */
export function usePasswordChange() {
  const form = useForm<Fields>({
    resolver: rules,
    defaultValues: EMPTY,
  });
  const { handleSubmit, reset, setError } = form;

  const update = useMutation(
    mutationFor(updatePassword, {
      done: 'Password updated successfully',
      failed: 'Failed to update password',
      onSuccess(user, _input, _, { client }) {
        reset(EMPTY);
        client.setQueryData(sessionQuery.queryKey, user);
      },
      onError: (error) => showIssues(error, setError, ['currentPassword', 'newPassword']),
    }),
  );
  const save = handleSubmit(({ confirmPassword: _, ...body }) => update.mutate({ body }));

  return { form, save };
}
