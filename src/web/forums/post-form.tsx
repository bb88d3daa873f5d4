import { createPost, type Post, updatePost } from '#contract/forum-posts.ts';
import type { Thread } from '#contract/forums.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { PostBox, usePostBox } from './post-box.tsx';

type PostFormProps = {
  fieldId?: string;
  thread: Thread;
  /** Undefined for a new reply. */
  post?: Post;
  /** Called once the page shows the saved post. */
  onDone: () => void;
  onCancel?: () => void;
};

export function PostForm({ fieldId, thread, post, onDone, onCancel }: PostFormProps) {
  const draftName = post ? `edit:${post.id}` : `reply:${thread.id}`;
  const box = usePostBox(draftName, post?.content);
  const reply = useMutation(
    mutationFor(createPost, {
      successToast: 'Reply posted successfully',
      errorToast: 'Failed to post reply',
      ...box.callbacks,
    }),
  );
  const edit = useMutation(
    mutationFor(updatePost, {
      successToast: 'Post updated successfully',
      errorToast: 'Failed to update post',
      ...box.callbacks,
    }),
  );
  return (
    <PostBox
      id={fieldId}
      label={post ? 'Edit your post' : 'Your reply'}
      box={box}
      isPending={reply.isPending || edit.isPending}
      submitLabel={post ? 'Save' : 'Post Reply'}
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
