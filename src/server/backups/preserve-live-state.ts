import type pg from 'pg';

/**
 * Carries sessions, push subscriptions and site keys across a restore, and increases versions,
 * because pages ignore older ones. Call the returned function after the restore.
 */
export async function preserveLiveState(client: pg.Client): Promise<() => Promise<void>> {
  await client.query(`
    create temporary table kept_sessions on commit drop as
      select sessions.*, users.password as kept_password
      from public.sessions join public.users on users.id = sessions.user_id;
    create temporary table kept_site_keys on commit drop as select * from public.site_keys;
    create temporary table kept_devices on commit drop as select * from public.push_subscriptions;
    create temporary table kept_shows on commit drop as
      select id, version, details_version from public.shows;
    create temporary table kept_songs on commit drop as select id, version from public.songs;`);
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'public.sessions'::regclass and attnum > 0 and not attisdropped`,
  );
  const columns = rows[0]?.columns ?? '';
  return async () => {
    await client.query(`
      insert into public.sessions (${columns})
        select ${columns} from kept_sessions where exists (
          select from public.users
          where users.id = kept_sessions.user_id and users.password = kept_password
        );
      insert into public.site_keys select * from kept_site_keys;
      insert into public.push_subscriptions
        select kept.* from kept_devices kept join public.users on users.id = kept.user_id;
      update public.shows set
        version = greatest(shows.version, kept.version) + 1,
        details_version = greatest(shows.details_version, kept.details_version) + 1
        from kept_shows kept where kept.id = shows.id;
      update public.songs set version = greatest(songs.version, kept.version) + 1
        from kept_songs kept where kept.id = songs.id;`);
  };
}
