import { fileURLToPath } from 'node:url';
import { loadBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { initializeDatabase } from '#server/catalog/band-pack/import-pack.ts';
import { formatCommand } from '#server/command-name.ts';
import { projectFile } from '#server/project-files.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: ${formatCommand('setup')}

Loads the band pack's songs, shows and setlists into the configured database. A server may be running. Its
pages show them after its next start.`;

if (readArguments(USAGE))
  await runCommand(async (db, { bandPack }) => {
    const pack = await loadBandPack(bandPack ?? fileURLToPath(projectFile('bands/lantern')));
    const options = { now: Date.now(), actorId: null };
    const { songs, shows, setlists } = await initializeDatabase(db, pack, options);
    return (
      `Imported ${songs.imported} songs and ${shows.imported} shows; ` +
      `${songs.skipped} songs and ${shows.skipped} shows already existed` +
      (setlists > 0 ? `. ${setlists} shows got their setlists.` : '.')
    );
  });
