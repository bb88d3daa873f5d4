import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'wouter';
import type { BodyOf } from '#contract/endpoint.ts';
import { POST_MAX } from '#contract/forum-posts.ts';
import { createThread, FORUM_CATEGORIES, THREAD_TITLE_MAX } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { setFieldErrors } from '#web/http/set-field-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { clearDraft, useDraft, useSaveDraft } from './form-draft.ts';

type ThreadBody = BodyOf<typeof createThread>;
type Fields = Omit<ThreadBody, 'category'> & { category: ThreadBody['category'] | '' };

const resolver = lazyResolver<Fields, ThreadBody>(
  async () => (await import('#contract/forums.ts')).createThreadBody,
);

const EMPTY: Fields = { title: '', category: '', content: '' };
const FIELDS = ['title', 'category', 'content'] as const;

export default function NewThreadPage() {
  const [, navigate] = useLocation();
  const draft = useDraft('new-thread');
  const form = useForm<Fields, unknown, ThreadBody>({
    resolver,
    defaultValues: { ...EMPTY, ...draft.values },
  });
  useSaveDraft(form, draft.key, EMPTY);
  const { register, watch, setError } = form;
  const { errors } = form.formState;
  const { title, content, category } = watch();

  const create = useMutation(
    mutationFor(createThread, {
      successToast: 'Thread created successfully',
      errorToast: 'Failed to create thread',
      onSuccess(thread) {
        clearDraft(draft.key);
        navigate(paths.thread({ id: thread.id }), { replace: true });
      },
      onError: (error) => setFieldErrors(error, setError, FIELDS),
    }),
  );
  const save = form.handleSubmit((body) => create.mutate({ body }));

  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-3">
        <BackLink href={paths.forums()} label="Fan Forums" />
        <PageHeader title="New Thread" />
      </div>
      <form noValidate onSubmit={save} className="grid gap-5">
        <TextField
          label="Title"
          placeholder="The question or the topic in one line"
          dir="auto"
          autoComplete="off"
          readOnly={create.isPending}
          hint={formatLength(title, THREAD_TITLE_MAX)}
          error={errors.title?.message}
          {...register('title')}
        />
        <SelectField
          label="Category"
          placeholder="Choose a category"
          options={FORUM_CATEGORIES.map((value) => ({ value, label: value }))}
          error={errors.category?.message}
          {...register('category')}
        />
        <TextAreaField
          label="First post"
          size="tall"
          placeholder="What you heard, hope for or want to know"
          readOnly={create.isPending}
          hint={formatLength(content, POST_MAX)}
          error={errors.content?.message}
          {...register('content')}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          {(title || category || content) && (
            <Button variant="ghost" disabled={create.isPending} onClick={() => form.reset(EMPTY)}>
              Discard draft
            </Button>
          )}
          <Button asChild>
            <Link href={paths.forums()}>Cancel</Link>
          </Button>
          <Button type="submit" variant="lamp" pending={create.isPending} pendingText="Creating...">
            Create Thread
          </Button>
        </div>
      </form>
    </div>
  );
}
