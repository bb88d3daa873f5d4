import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import { createPost, POST_MAX, type Post, updatePost } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { Button } from '#web/ui/button.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';
import { useDraft, useSaveDraft } from './form-draft.ts';

type Body = BodyOf<typeof createPost>;

const resolver = lazyResolver<Body, Body>(
  async () => (await import('#contract/forum-posts.ts')).postBody,
);

type PostFormProps = {
  thread: Thread;
  /** Undefined for a new reply. */
  post?: Post;
  /** Called once the page shows the saved post. */
  onDone: () => void;
  onCancel?: () => void;
};

export function PostForm({ thread, post, onDone, onCancel }: PostFormProps) {
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
    onError: (reason: Error) => showIssues(reason, form.setError, ['content']),
  };
  const reply = useMutation(
    mutationFor(createPost, {
      successToast: 'Reply posted successfully',
      errorToast: 'Failed to post reply',
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
    if (post) await edit.mutate({ params: { id: post.id }, body }, { onSuccess: onDone });
    else await reply.mutate({ params: { id: thread.id }, body }, { onSuccess: onDone });
    // A disabled button loses the focus, and is enabled again only after the next paint.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) submit.current?.focus();
    });
  });

  function cancel() {
    form.reset(initialValues);
    onCancel?.();
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-3">
      <TextAreaField
        label={post ? 'Edit your post' : 'Your reply'}
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
        >
          {post ? 'Save' : 'Post Reply'}
        </Button>
      </div>
    </form>
  );
}
