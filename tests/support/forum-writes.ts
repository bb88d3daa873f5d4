import { NEW_THREAD, type Subjects } from './season.ts';
import type { Caller, TestApp, TestResponse } from './test-app.ts';
import { repeatStep, type Step } from './write-step.ts';

export function listForumWrites(
  { admin }: TestApp,
  {
    fan,
    bystander,
    leaver,
    subjects,
    show,
  }: Record<'fan' | 'bystander' | 'leaver', Caller> & { subjects: Subjects; show: string },
): Step[] {
  let [threadId, postId] = ['', ''];
  const storeThread = (response: TestResponse) => {
    threadId = response.json().id;
    subjects.threads.push(threadId);
  };
  return [
    [
      'createThread',
      'creating a thread',
      () => ({ caller: fan, body: NEW_THREAD, onResponse: storeThread }),
    ],
    [
      'createPost',
      'adding a post',
      () => ({
        caller: bystander,
        params: { id: threadId },
        body: { content: 'Ember' },
        onResponse: (response) => {
          postId = response.json().id;
        },
      }),
    ],
    [
      'createPost',
      "adding a post to a show's thread",
      () => ({
        caller: bystander,
        params: { id: show },
        body: { content: 'Tonight' },
        onResponse: () => subjects.threads.push(show),
      }),
    ],
    ...repeatStep([
      'revealShow',
      'asking to see a show',
      () => ({ caller: bystander, params: { id: show } }),
    ]),
    ...repeatStep([
      'updatePost',
      'editing the post',
      () => ({ caller: bystander, params: { id: postId }, body: { content: 'Gale' } }),
    ]),
    ...repeatStep([
      'updateThread',
      'pinning the thread',
      () => ({ caller: admin, params: { id: threadId }, body: { isPinned: 1 } }),
    ]),
    [
      'removeAuthorPosts',
      "removing all of a fan's posts",
      () => ({ caller: admin, params: { id: leaver.userId } }),
    ],
    ['deletePost', 'deleting the post', () => ({ caller: admin, params: { id: postId } })],
    ['deleteThread', 'deleting a thread', () => ({ caller: admin, params: { id: threadId } })],
  ];
}
