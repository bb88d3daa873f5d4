import { DAY } from '#contract/durations.ts';
import { ageAccounts } from './age-accounts.ts';
import { type Caller, openTestApp, type TestResponse } from './test-app.ts';
import { planTour } from './tour.ts';

const THREADS = '/api/forums/threads';

export async function openReportingApp() {
  const app = await openTestApp();
  const [author, bystander] = [await app.signUp('Author'), await app.signUp('Bystander')];
  const fans: Caller[] = [];
  for (const name of ['Ann', 'Ben', 'Cid', 'Dot']) fans.push(await app.signUp(name));
  const showId = await planTour(app).addShow({ date: new Date(app.clock.now + 20 * DAY) });
  await ageAccounts(app);
  const fan = (n: number) => {
    const caller = fans[n];
    if (!caller) throw new Error('No such fan');
    return caller;
  };
  const post = async (caller: Caller, thread: string, content: string): Promise<string> =>
    (await caller.post(`${THREADS}/${thread}/posts`, { content })).json().id;
  return {
    ...{ app, author, bystander, showId, fan, post },
    async createThread() {
      const draft = { title: 'Rude title', category: 'General', content: 'Rude opening' };
      const thread: string = (await author.post(THREADS, draft)).json().id;
      const reply = await post(author, thread, 'Rude reply');
      return { thread, post: reply, other: await post(bystander, thread, 'Kind reply') };
    },
    report: (
      caller: Caller,
      kind: string,
      id: string,
      body: object = { reason: 'spam' },
    ): Promise<TestResponse> => caller.post(`/api/reports/${kind}/${id}`, body),
    readPosts: async (caller: Caller, thread: string) =>
      (await caller.get(`${THREADS}/${thread}/posts`)).json(),
    listOpenReports: async () => (await app.admin.get('/api/admin/reports')).json(),
  };
}
