import { fileURLToPath } from 'node:url';
import { projectFile } from '#server/project-files.ts';
import { loadBandPack } from '#server/setup/band-pack.ts';
import { initializeDatabase } from '#server/setup/initialize.ts';
import { runCommand } from './run-command.ts';

// npm run setup

await runCommand(async (db, { bandPack }) => {
  const pack = await loadBandPack(bandPack ?? fileURLToPath(projectFile('bands/lantern')));
  const run = { now: Date.now(), actorId: null };
  const { songs, shows, setlists } = await initializeDatabase(db, pack, run);
  return (
    `Imported ${songs.imported} songs and ${shows.imported} shows; ` +
    `${songs.skipped} songs and ${shows.skipped} shows were there already` +
    (setlists > 0 ? `, of which ${setlists} shows got their setlists.` : '.')
  );
});
