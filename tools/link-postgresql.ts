import { findPrograms } from '#server/db/embedded/programs.ts';
import { readArguments } from './read-arguments.ts';

const USAGE = `Usage: node dist/server/tools/link-postgresql.js

Makes what the first start of the embedded PostgreSQL would make beside its programs. For where they lie in a
folder that the server may not write to.`;

if (readArguments(USAGE)) findPrograms();
