import { useState } from 'react';
import { createPost, type Post, updatePost } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { HttpError } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { useSecondsUntil } from '#web/time/use-now.ts';
import { PostBox, usePostBox } from './post-box.tsx';

type PostFormProps = {
  fieldId?: string;
  thread: Thread;
  post?: Post;
  onDone: () => void;
  onCancel?: () => void;
  /** When slow mode allows the fan's next post, in milliseconds since the epoch. */
  slowUntil?: number;
};

export function PostForm(props: PostFormProps) {
  const { fieldId, thread, post, onDone, onCancel, slowUntil = 0 } = props;
  const isShowPost = thread.show !== null && !post;
  // Sent by the server, which may have a post that this page doesn't.
  const [rejectedUntil, setRejectedUntil] = useState(0);
  const waitSeconds = useSecondsUntil(Math.max(slowUntil, rejectedUntil));
  const box = usePostBox(post ? `edit:${post.id}` : `reply:${thread.id}`, post?.content);
  const callbacks = {
    onSuccess: box.callbacks.onSuccess,
    onError(reason: Error) {
      box.callbacks.onError(reason);
      const { status, retryAfter } = reason instanceof HttpError ? reason : {};
      if (thread.show && status === 429 && retryAfter)
        setRejectedUntil(serverNow() + retryAfter * 1_000);
    },
  };
  const reply = useMutation(
    mutationFor(createPost, {
      successToast: isShowPost ? undefined : 'Reply posted successfully',
      errorToast: isShowPost ? 'Failed to post' : 'Failed to post reply',
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
  return (
    <PostBox
      id={fieldId}
      {...(isShowPost ? SHOW_POST : { label: post ? 'Edit your post' : 'Your reply' })}
      placeholder={isShowPost ? suggestPost(thread) : undefined}
      box={box}
      isPending={reply.isPending || edit.isPending}
      waitSeconds={waitSeconds}
      submitLabel={post ? 'Save' : isShowPost ? 'Post' : 'Post Reply'}
      pendingText={post ? 'Saving...' : 'Posting...'}
      variant="lamp"
      onSave={(body) =>
        post
          ? edit.mutate({ params: { id: post.id }, body }, { onSuccess: onDone })
          : reply.mutate({ params: { id: thread.id }, body }, { onSuccess: onDone })
      }
      onCancel={onCancel}
    />
  );
}

const SHOW_POST = {
  ...{ label: 'Your post', labelHidden: true },
  ...({ rows: 2, size: 'short' } as const),
};

function suggestPost({ show }: Thread): string {
  return show?.status === 'live' ? 'What are you hearing?' : 'Write about this show';
}
