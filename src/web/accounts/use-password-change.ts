import { useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { listSessions, updatePassword } from '#contract/accounts.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { keyOf } from '#web/http/query-key.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { toast } from '#web/ui/toast.ts';

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

  const save = handleSubmit(async ({ confirmPassword: _, ...body }) => {
    try {
      const user = await call(updatePassword, { body });
      reset(EMPTY);
      toast({ title: 'Success', description: 'Password updated successfully' });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      // Every other session has ended, and this one is a new one.
      void queryClient.invalidateQueries({ queryKey: keyOf(listSessions) });
    } catch (error) {
      showIssues(error, setError, ['currentPassword', 'newPassword']);
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to update password'),
        variant: 'destructive',
      });
    }
  });

  return { form, save };
}
