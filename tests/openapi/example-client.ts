import createClient from 'openapi-fetch';
// Generated from the server's OpenAPI document by client.test.ts.
import type { components, paths } from './dist/api.ts';

/** Relies only on the OpenAPI document. */
export async function predictNextShow(
  baseUrl: string,
  fan: components['schemas']['LoginBody'],
): Promise<components['schemas']['Prediction']> {
  let cookie = '';
  const client = createClient<paths>({ baseUrl, headers: { origin: baseUrl } });
  client.use({
    onRequest: ({ request }) => request.headers.set('cookie', cookie),
    onResponse: ({ response }) => {
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    },
  });

  // @ts-expect-error the password is required.
  await client.POST('/api/auth/login', { body: { email: fan.email } });
  const { data: user, error } = await client.POST('/api/auth/login', { body: fan });
  if (!user) throw new Error(error.message);

  const { data: shows = [] } = await client.GET('/api/shows/upcoming');
  const { data: songs = [] } = await client.GET('/api/songs');
  const { data: rows = [] } = await client.GET('/api/leaderboard', {
    params: { query: { limit: 10 } },
  });
  const ranks: number[] = rows.map(({ rank }) => rank);

  const [show] = shows;
  if (!show || ranks.length > 10) throw new Error('There is no show to predict.');
  // @ts-expect-error a show has no `place`.
  show.place satisfies undefined;
  const songIds = songs.slice(0, 3).map(({ id }) => id);
  const response = await client.POST('/api/predictions', { body: { showId: show.id, songIds } });
  if (!response.data) throw new Error(response.error.message);
  return response.data;
}
