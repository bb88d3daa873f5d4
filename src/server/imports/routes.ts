import multipart from '@fastify/multipart';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import { getImportKey, setImportKey } from '#contract/import-key.ts';
import * as contract from '#contract/imports.ts';
import { isSetlistSealed } from '#contract/shows.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import { importedShows } from '../db/schema/imports.ts';
import { shows } from '../db/schema/shows.ts';
import { createAbortSignal } from '../http/abort-signal.ts';
import { notFound, route } from '../http/route.ts';
import { createImports, type Importing } from './jobs.ts';
import { acceptProposal, dismissProposal, listProposals } from './proposals.ts';
import { keepSetlistfmKey, whereIsSetlistfmKey } from './setlistfm-key.ts';
import { MULTIPART_LIMITS, readUploadedFiles } from './uploaded-files.ts';

/** Registers the routes for imports, proposed corrections and the sources of a show. */
export function importRoutes(
  app: FastifyInstance,
  context: Context,
  scoring: ShowScoring,
  importing: Importing,
): void {
  const { db, bus, clock } = context;
  const imports = createImports(context, scoring, importing);
  app.addHook('onClose', () => imports.close());

  app.register(async (uploads) => {
    await uploads.register(multipart, { limits: MULTIPART_LIMITS });

    route(uploads, contract.startImport, async ({ query, viewer, request, reply }) => {
      const tell = (changes: Change[]) =>
        reply.sent ? bus.publish(changes) : announce({ bus, reply }, changes);
      const by = { actorId: viewer.userId, announce: tell };
      return imports.start({ query, ...sentBy(request, reply) }, by);
    });

    route(uploads, contract.previewImport, ({ query, viewer, request, reply }) =>
      imports.preview({ query, ...sentBy(request, reply) }, viewer.userId),
    );
  });

  route(app, contract.stopImport, ({ viewer, reply }) =>
    imports.stop({
      actorId: viewer.userId,
      announce: (changes) => announce({ bus, reply }, changes),
    }),
  );

  route(app, contract.undoImport, ({ params: { id }, viewer, reply }) =>
    imports.undo(Number(id), {
      actorId: viewer.userId,
      announce: (changes) => announce({ bus, reply }, changes),
    }),
  );

  route(app, contract.getLatestImport, async () => imports.latest());

  const ofSettings = importing.apiKey;
  route(app, getImportKey, () => whereIsSetlistfmKey(db, ofSettings));

  route(app, setImportKey, async ({ body, viewer, reply }) => {
    const { userId: actorId } = viewer;
    const isChanged = await db.transaction((tx) =>
      keepSetlistfmKey(tx, body.key, { actorId, ofSettings }),
    );
    const change = { topic: 'importKey', subjectId: actorId, version: clock() } as const;
    await announce({ bus, reply }, isChanged ? [change, RECORDED] : []);
    return whereIsSetlistfmKey(db, ofSettings);
  });

  route(app, contract.listProposedChanges, () => listProposals(db));

  route(app, contract.acceptProposedChange, async ({ params: { id }, viewer, reply }) => {
    const { userId } = viewer;
    const by = { actorId: userId, now: clock() };
    const changes = await db.transaction((tx) => acceptProposal(tx, scoring, id, by));
    await announce({ bus, reply }, [...changes, decided(userId), RECORDED]);
    return undefined;
  });

  route(app, contract.dismissProposedChange, async ({ params: { id }, viewer, reply }) => {
    const { userId } = viewer;
    await db.transaction((tx) => dismissProposal(tx, id, userId));
    await announce({ bus, reply }, [decided(userId), RECORDED]);
    return undefined;
  });

  route(app, contract.getShowSources, async ({ params: { id }, viewer }) => {
    const [show] = await db.select().from(shows).where(eq(shows.id, id));
    if (!show) throw notFound('Show');
    const sources = await db
      .select()
      .from(importedShows)
      .where(eq(importedShows.showId, id))
      .orderBy(importedShows.source, importedShows.sourceId);
    if (viewer.isAdmin || !isSetlistSealed(show, clock())) return sources;
    // Notes and soundchecks reveal songs of a sealed setlist.
    return sources.map((source) => ({ ...source, notes: null, soundcheck: null }));
  });

  function sentBy(request: FastifyRequest, reply: FastifyReply) {
    const left = createAbortSignal(reply);
    return { readFiles: () => readUploadedFiles(request, left), left };
  }

  function decided(subjectId: string) {
    return { topic: 'proposal', subjectId, version: clock() } as const;
  }
}
