import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { BodyOf } from '#contract/endpoint.ts';
import { POST_MAX } from '#contract/forum-posts.ts';
import { createLeaguePost, type LeaguePost, updateLeaguePost } from '#contract/league-talk.ts';
import { useDraft, useSaveDraft } from '#web/forums/form-draft.ts';
import { lazyResolver } from '#web/http/lazy-resolver.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { showIssues } from '#web/http/show-issues.ts';
import { Button } from '#web/ui/button.tsx';
import { formatLength, TextAreaField } from '#web/ui/form/text-area-field.tsx';

type Body = BodyOf<typeof createLeaguePost>;

const resolver = lazyResolver<Body, Body>(
  async () => (await import('#contract/forum-posts.ts')).postBody,
);

type TalkFormProps = {
  leagueId: string;
  /** Undefined for a new post. */
  post?: LeaguePost;
  /** Called once the page shows the saved post. */
  onDone: () => void;
  onCancel?: () => void;
};

export function TalkForm({ leagueId, post, onDone, onCancel }: TalkFormProps) {
  const [initialValues] = useState<Body>({ content: post?.content ?? '' });
  const draft = useDraft(post ? `league-edit:${post.id}` : `league:${leagueId}`);
  const form = useForm<Body, unknown, Body>({
    resolver,
    defaultValues: { ...initialValues, ...draft.values },
  });
  useSaveDraft(form, draft.key, initialValues);
  const submit = useRef<HTMLButtonElement>(null);
  const callbacks = {
    onSuccess: () => form.reset(initialValues),
    onError: (reason: Error) => showIssues(reason, form.setError, ['content']),
  };
  const create = useMutation(
    mutationFor(createLeaguePost, { errorToast: 'Failed to post', ...callbacks }),
  );
  const edit = useMutation(
    mutationFor(updateLeaguePost, { errorToast: 'Failed to update post', ...callbacks }),
  );
  const isPending = create.isPending || edit.isPending;

  const save = form.handleSubmit(async (body) => {
    const params = { id: leagueId };
    if (post)
      await edit.mutate({ params: { ...params, postId: post.id }, body }, { onSuccess: onDone });
    else await create.mutate({ params, body }, { onSuccess: onDone });
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
        label={post ? 'Edit your post' : 'Your post'}
        labelHidden
        placeholder={post ? undefined : 'Write to your league'}
        rows={2}
        size="short"
        readOnly={isPending}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the box replaces the button that had the focus
        autoFocus={onCancel !== undefined}
        hint={formatLength(form.watch('content'), POST_MAX)}
        error={form.formState.errors.content?.message}
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
          pending={isPending}
          pendingText={post ? 'Saving...' : 'Posting...'}
        >
          {post ? 'Save' : 'Post'}
        </Button>
      </div>
    </form>
  );
}
