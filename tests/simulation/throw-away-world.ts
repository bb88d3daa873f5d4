import { findServer, sql, withDatabase } from '../support/template-database.ts';
import { openWorld, type World } from './world.ts';

/** A world on a database of its own, which goes with it: nothing of it reaches a disk in time. */
export async function openThrowAwayWorld(): Promise<World> {
  const server = await findServer();
  const name = `called_it_simulation_${process.pid}`;
  await sql(server.url, `create database ${name}`);
  const world = await openWorld(withDatabase(server.url, name));
  return {
    ...world,
    async close() {
      await world.close();
      await sql(server.url, `drop database if exists ${name} with (force)`);
      await server.close();
    },
  };
}
