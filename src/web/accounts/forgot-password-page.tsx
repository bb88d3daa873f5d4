import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { forgotPassword, RESET_LINK_HOURS } from '#contract/account-links.ts';
import type { BodyInputOf } from '#contract/endpoint.ts';
import { paths } from '#contract/pages.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { rulesFrom } from '#web/http/rules-from.ts';
import { AuthCard, TEXT_LINK } from './auth-card.tsx';
import { EmailField, SendButton } from './form-parts.tsx';

/** Asks for a link to a new password. What comes of it says nothing of who has an account. */
export default function ForgotPasswordPage() {
  const { register, handleSubmit, formState } = useForm<Fields>({
    resolver: rules,
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const ask = useMutation(
    mutationFor(forgotPassword, {
      failed: { title: 'No link was sent', description: 'Please try again in a moment.' },
    }),
  );

  return (
    <AuthCard
      title="Forgot password?"
      intro="Tell us your address, and you get a link to choose a new one."
      footer={
        <Link href={paths.login()} className={TEXT_LINK}>
          Back to the sign-in
        </Link>
      }
    >
      <form
        noValidate
        onSubmit={handleSubmit((body) => ask.mutate({ body }))}
        className="grid gap-5"
      >
        <EmailField error={errors.email?.message} {...register('email')} />
        <SendButton pending={isSubmitting} pendingText="Sending...">
          Send the link
        </SendButton>
        <p role="status">{ask.data && <Outcome byMail={ask.data.byMail} />}</p>
      </form>
    </AuthCard>
  );
}

type Fields = BodyInputOf<typeof forgotPassword>;

const rules = rulesFrom<Fields, Fields>(
  async () => (await import('#contract/account-links.ts')).forgotPasswordBody,
);

const HOURS = RESET_LINK_HOURS === 1 ? 'an hour' : `${RESET_LINK_HOURS} hours`;

function Outcome({ byMail }: { byMail: boolean }) {
  if (byMail)
    return `If there is an account with this address, a link is on its way to it. It works for ${HOURS}. Nothing there? Look among the unwanted mail.`;
  return (
    <>
      Email isn't set up here. If there is an account with this address, whoever runs the site has
      the link now, for {HOURS}:{' '}
      <Link href={paths.contact()} className={TEXT_LINK}>
        ask them for it
      </Link>
      .
    </>
  );
}
