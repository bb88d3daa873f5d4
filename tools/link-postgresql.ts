import { findPrograms } from '#server/db/embedded/programs.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: node dist/server/tools/link-postgresql.js

Creates the links that the first start of the embedded PostgreSQL creates next to its programs. Needed if the
server can't write to their folder.`;

if (readArguments(USAGE)) findPrograms();
