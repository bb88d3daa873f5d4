import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { forgotPassword, RESET_LINK_HOURS } from '#contract/account-links.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { AuthCard, TEXT_LINK } from './auth-card.tsx';
import { EmailField, SubmitButton } from './form-parts.tsx';

/** The response doesn't reveal whether the address has an account. */
export default function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm<Fields>({
    resolver,
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const requestLink = useMutation(
    mutationFor(forgotPassword, {
      errorToast: {
        title: 'Failed to send the link',
        description: 'Please try again in a moment.',
      },
    }),
  );

  return (
    <AuthCard
      title="Forgot password?"
      intro="Enter your email and we'll send you a reset link."
      footer={
        <Link href={paths.login()} className={TEXT_LINK}>
          Back to sign in
        </Link>
      }
    >
      <form
        noValidate
        onSubmit={handleSubmit((body) => requestLink.mutate({ body }))}
        className="grid gap-5"
      >
        <EmailField error={errors.email?.message} {...register('email')} />
        <SubmitButton pending={isSubmitting} pendingText="Sending...">
          Send the link
        </SubmitButton>
        <p role="status">{requestLink.data && <Outcome byMail={requestLink.data.byMail} />}</p>
      </form>
    </AuthCard>
  );
}

type Fields = BodyInputOf<typeof forgotPassword>;

const resolver = lazyResolver<Fields, Fields>(
  async () => (await import('#contract/account-links.ts')).forgotPasswordBody,
);

const LINK_LIFETIME = RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`;

function Outcome({ byMail }: { byMail: boolean }) {
  if (byMail)
    return `If there is an account with this address, a link is on its way to it. It works for ${LINK_LIFETIME}. Check your spam folder.`;
  return (
    <>
      Email isn't set up here. If there is an account with this address, the site's administrator
      has the link, which works for {LINK_LIFETIME}:{' '}
      <Link href={paths.contact()} className={TEXT_LINK}>
        ask them for it
      </Link>
      .
    </>
  );
}
