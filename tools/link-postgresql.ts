import { findPrograms } from '#server/db/embedded/programs.ts';

// node dist/server/tools/link-postgresql.js: makes what the first start of the embedded PostgreSQL would make
// beside its programs. For where they lie in a folder that the server may not write to.

findPrograms();
