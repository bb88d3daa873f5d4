import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deletePost, type Post } from '#contract/forums.ts';
import { call } from '#web/http/call.ts';
import { useChange } from '#web/http/use-change.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Deletes a reply, after asking. */
export function DeletePost({ post, onDeleted }: { post: Post; onDeleted: () => void }) {
  const isOwn = post.author.id === useUser().id;
  const [isAsking, setAsking] = useState(false);
  const change = useChange({
    call: () => call(deletePost, { params: { id: post.id } }),
    done: 'Post deleted successfully',
    failed: 'Failed to delete post',
  });
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
        pending={change.isPending}
        pendingText="Deleting..."
        onConfirm={() => {
          const close = () => setAsking(false);
          void change.run(undefined, {
            onDone() {
              close();
              onDeleted();
            },
            onRefused: close,
          });
        }}
      />
    </>
  );
}
