import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import { createPost, POST_MAX, type Post, updatePost } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { HttpError } from '#web/http/http-error.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useSecondsUntil } from '#web/time/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { useDraft, useSaveDraft } from './form-draft.ts';

type Body = BodyOf<typeof createPost>;

const resolver = lazyResolver<Body, Body>(
  async () => (await import('#contract/forum-posts.ts')).postBody,
);

type PostFormProps = {
  fieldId?: string;
  thread: Thread;
  /** Undefined for a new reply. */
  post?: Post;
  /** Called once the page shows the saved post. */
  onDone: () => void;
  onCancel?: () => void;
  /** When slow mode lets the fan post again, in milliseconds since the epoch. */
  slowUntil?: number;
};

export function PostForm({
  fieldId,
  thread,
  post,
  onDone,
  onCancel,
  slowUntil = 0,
}: PostFormProps) {
  const isForShow = thread.show !== null;
  // From the server, which may know of a post that this page doesn't.
  const [rejectedUntil, setRejectedUntil] = useState(0);
  const waitSeconds = useSecondsUntil(post ? 0 : Math.max(slowUntil, rejectedUntil));
  const [initialValues] = useState<Body>({ content: post?.content ?? '' });
  const draft = useDraft(post ? `edit:${post.id}` : `reply:${thread.id}`);
  const form = useForm<Body, unknown, Body>({
    resolver,
    defaultValues: { ...initialValues, ...draft.values },
  });
  useSaveDraft(form, draft.key, initialValues);
  const error = form.formState.errors.content?.message;
  const submit = useRef<HTMLButtonElement>(null);
  const callbacks = {
    onSuccess: () => form.reset(initialValues),
    onError(reason: Error) {
      showIssues(reason, form.setError, ['content']);
      const { status, retryAfter } = reason instanceof HttpError ? reason : {};
      if (isForShow && status === 429 && retryAfter)
        setRejectedUntil(serverNow() + retryAfter * 1_000);
    },
  };
  const reply = useMutation(
    mutationFor(createPost, {
      successToast: isForShow ? undefined : 'Reply posted successfully',
      errorToast: isForShow ? 'Failed to post' : 'Failed to post reply',
      ...callbacks,
    }),
  );
  const edit = useMutation(
    mutationFor(updatePost, {
      successToast: 'Post updated successfully',
      errorToast: 'Failed to update post',
      ...callbacks,
    }),
  );
  const isPending = reply.isPending || edit.isPending;

  const save = form.handleSubmit(async (body) => {
    if (waitSeconds > 0) return;
    if (post) await edit.mutate({ params: { id: post.id }, body }, { onSuccess: onDone });
    else await reply.mutate({ params: { id: thread.id }, body }, { onSuccess: onDone });
    // A disabled button loses the focus, and is enabled again only after the next paint.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) submit.current?.focus();
    });
  });

  const placeholder =
    thread.show?.status === 'live' ? 'What are you hearing?' : 'Write about this show';
  const buttonLabel = post ? 'Save' : isForShow ? 'Post' : 'Post Reply';

  function cancel() {
    form.reset(initialValues);
    onCancel?.();
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-3">
      <TextAreaField
        id={fieldId}
        label={post ? 'Edit your post' : isForShow ? 'Your post' : 'Your reply'}
        labelHidden={isForShow && !post}
        placeholder={isForShow && !post ? placeholder : undefined}
        {...(isForShow && !post && SHORT)}
        readOnly={isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the box replaces the button that had the focus
        autoFocus={onCancel !== undefined}
        hint={formatLength(form.watch('content'), POST_MAX)}
        error={error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
        {...form.register('content')}
      />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button onClick={cancel} disabled={isPending}>
            Cancel
          </Button>
        )}
        <Button
          ref={submit}
          type="submit"
          variant="lamp"
          pending={isPending}
          pendingText={post ? 'Saving...' : 'Posting...'}
          aria-disabled={waitSeconds > 0 || undefined}
          className={waitSeconds > 0 ? 'opacity-60' : undefined}
        >
          {waitSeconds > 0 ? `Post in ${waitSeconds} s` : buttonLabel}
        </Button>
      </div>
    </form>
  );
}

const SHORT = { rows: 2, size: 'short' } as const;
