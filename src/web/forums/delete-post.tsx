import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deletePost, type Post } from '#contract/forums.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Deletes a reply, after asking. */
export function DeletePost({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const isOwn = post.author.id === useUser().id;
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const removal = useMutation(
    mutationFor(deletePost, {
      done: 'Post deleted successfully',
      failed: 'Failed to delete post',
      onSuccess() {
        close();
        onDeleted();
      },
      onError: close,
    }),
  );
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this post?"
        text={`${isOwn ? 'Your' : `${post.author.username}'s`} post is deleted for everyone. This cannot be undone.`}
        confirmLabel="Delete post"
        pending={removal.isPending}
        pendingText="Deleting..."
        onConfirm={() => removal.mutate({ params: { id: post.id } })}
      />
    </>
  );
}
