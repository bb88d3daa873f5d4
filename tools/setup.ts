import { fileURLToPath } from 'node:url';
import { projectFile } from '#server/project-files.ts';
import { loadBandPack } from '#server/setup/band-pack.ts';
import { initializeDatabase } from '#server/setup/initialize.ts';
import { runCommand } from './run-command.ts';

// npm run setup

await runCommand(async (db, { bandPack }) => {
  const pack = await loadBandPack(bandPack ?? fileURLToPath(projectFile('bands/lantern')));
  const { songs, shows } = await initializeDatabase(db, pack, { now: Date.now(), actorId: null });
  return (
    `Imported ${songs.imported} songs and ${shows.imported} shows; ` +
    `${songs.skipped} songs and ${shows.skipped} shows were there already.`
  );
});
