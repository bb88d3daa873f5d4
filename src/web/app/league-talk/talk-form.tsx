import { createLeaguePost, type LeaguePost, updateLeaguePost } from '#contract/league-talk.ts';
import { PostBox, usePostBox } from '#web/forums/post-box.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';

type TalkFormProps = {
  leagueId: string;
  post?: LeaguePost;
  onDone: () => void;
  onCancel?: () => void;
};

export function TalkForm({ leagueId: id, post, onDone, onCancel }: TalkFormProps) {
  const draftName = post ? `league-edit:${post.id}` : `league:${id}`;
  const box = usePostBox(draftName, post?.content);
  const create = useMutation(
    mutationFor(createLeaguePost, { errorToast: 'Failed to post', ...box.callbacks }),
  );
  const edit = useMutation(
    mutationFor(updateLeaguePost, { errorToast: 'Failed to update post', ...box.callbacks }),
  );
  return (
    <PostBox
      label={post ? 'Edit your post' : 'Your post'}
      labelHidden
      placeholder={post ? undefined : 'Write to your league'}
      rows={2}
      size="short"
      box={box}
      isPending={create.isPending || edit.isPending}
      submitLabel={post ? 'Save' : 'Post'}
      pendingText={post ? 'Saving...' : 'Posting...'}
      onSave={(body) =>
        post
          ? edit.mutate({ params: { id, postId: post.id }, body }, { onSuccess: onDone })
          : create.mutate({ params: { id }, body }, { onSuccess: onDone })
      }
      onCancel={onCancel}
    />
  );
}
