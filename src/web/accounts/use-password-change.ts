import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { listSessions, passwordBody, updatePassword } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';
import { sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { keyOf } from '#web/http/query-key.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { toast } from '#web/ui/toast.tsx';

const fields = passwordBody
  .extend({ confirmPassword: z.string() })
  .refine((typed) => typed.newPassword === typed.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form of a new password: current, new, confirm. A success empties all three. */
export function usePasswordChange() {
  const form = useForm<z.input<typeof fields>>({
    resolver: zodResolver(fields),
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
