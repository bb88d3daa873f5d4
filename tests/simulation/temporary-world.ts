import { sql, withDatabase } from '../support/template-database.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { openWorld, type World } from './world.ts';

export async function openTemporaryWorld(
  server?: Pick<TestServer, 'url' | 'close'>,
): Promise<World> {
  const { url, close } = server ?? (await startTestServer());
  const name = `called_it_simulation_${process.pid}`;
  await sql(url, `create database ${name}`);
  const world = await openWorld(withDatabase(url, name));
  return {
    ...world,
    async close() {
      await world.close();
      await sql(url, `drop database if exists ${name} with (force)`);
      await close();
    },
  };
}
