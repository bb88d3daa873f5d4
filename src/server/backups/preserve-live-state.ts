import type pg from 'pg';

/**
 * Keeps sessions, push subscriptions and site keys across a restore, and the first administrator's
 * links if the restored site has no administrator. Increases versions, because pages ignore older
 * ones. Call the returned function after the restore.
 */
export async function preserveLiveState(client: pg.Client): Promise<() => Promise<void>> {
  await client.query(`
    create temporary table saved_sessions on commit drop as
      select sessions.*, users.password as saved_password
      from public.sessions join public.users on users.id = sessions.user_id;
    create temporary table saved_links on commit drop as
      select token_hash, purpose, expires_at from public.one_time_tokens
      where purpose = 'first-administrator';
    create temporary table saved_site_keys on commit drop as select * from public.site_keys;
    create temporary table saved_devices on commit drop as select * from public.push_subscriptions;
    create temporary table saved_shows on commit drop as
      select id, version, details_version from public.shows;
    create temporary table saved_songs on commit drop as select id, version from public.songs;`);
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = 'public.sessions'::regclass and attnum > 0 and not attisdropped`,
  );
  const columns = rows[0]?.columns ?? '';
  return async () => {
    await client.query(`
      insert into public.sessions (${columns})
        select ${columns} from saved_sessions where exists (
          select from public.users
          where users.id = saved_sessions.user_id and users.password = saved_password
        );
      insert into public.one_time_tokens (token_hash, purpose, expires_at)
        select token_hash, purpose, expires_at from saved_links
        where not exists (select from public.users where is_admin);
      insert into public.site_keys select * from saved_site_keys;
      insert into public.push_subscriptions
        select saved.* from saved_devices saved join public.users on users.id = saved.user_id;
      update public.shows set
        version = greatest(shows.version, saved.version) + 1,
        details_version = greatest(shows.details_version, saved.details_version) + 1
        from saved_shows saved where saved.id = shows.id;
      update public.songs set version = greatest(songs.version, saved.version) + 1
        from saved_songs saved where saved.id = songs.id;`);
  };
}
