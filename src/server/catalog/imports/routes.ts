import multipart from '@fastify/multipart';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Change } from '#contract/freshness.ts';
import { getImportKey, setImportKey } from '#contract/import-key.ts';
import { PACK_TABLES } from '#contract/import-kinds.ts';
import * as contract from '#contract/imports.ts';
import { isSetlistSealed } from '#contract/show-lock.ts';
import { announce } from '../../changes/bus.ts';
import type { Context, ShowScoring } from '../../context.ts';
import { importedShows } from '../../db/schema/imports.ts';
import { shows } from '../../db/schema/shows.ts';
import { createAbortSignal } from '../../http/abort-signal.ts';
import { change } from '../../http/change.ts';
import { notFound, route } from '../../http/route.ts';
import { buildEmptyTable } from '../band-pack/empty-tables.ts';
import { acceptProposal, dismissProposal, listProposals } from './reconcile/proposals.ts';
import { createImports } from './runs/jobs.ts';
import type { ImportConfig } from './runs/open-import.ts';
import { undoImport } from './runs/undo-import.ts';
import { locateSetlistfmKey, storeSetlistfmKey } from './sites/setlistfm-key.ts';
import { MULTIPART_LIMITS, readUploadedFiles } from './uploaded-files.ts';

export function importRoutes(
  app: FastifyInstance,
  context: Context,
  scoring: ShowScoring,
  importConfig: ImportConfig,
): void {
  const { db, bus, clock } = context;
  const imports = createImports(context, scoring, importConfig);
  app.addHook('onClose', () => imports.close());

  app.register(async (uploads) => {
    await uploads.register(multipart, { limits: MULTIPART_LIMITS });

    route(uploads, contract.startImport, async ({ query, viewer, request, reply }) => {
      const announceChanges = (changes: readonly Change[]) => announce({ bus, reply }, changes);
      const initiator = { actorId: viewer.userId, announce: announceChanges };
      return imports.start({ query, ...readUpload(request, reply) }, initiator);
    });

    route(uploads, contract.previewImport, ({ query, viewer, request, reply }) =>
      imports.preview({ query, ...readUpload(request, reply) }, viewer.userId),
    );
  });

  route(app, contract.stopImport, ({ viewer, reply }) =>
    imports.stop({
      actorId: viewer.userId,
      announce: (changes) => announce({ bus, reply }, changes),
    }),
  );

  change(app, contract.undoImport, ({ params: { id }, ...scope }) =>
    undoImport(scope, scoring, Number(id), clock()),
  );

  route(app, contract.getLatestImport, async () => imports.latest());

  const hiddenBecause = 'A download for the browser: the response is CSV, not JSON.';
  const tablePath = contract.packTablePath(':table').slice(app.prefix.length);
  app.get(tablePath, { config: { who: 'admin', hiddenBecause } }, ({ params }, reply) => {
    const table = PACK_TABLES.find((name) => name === (params as { table: string }).table);
    if (!table) throw notFound('Table');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${table}.csv"`)
      .send(buildEmptyTable(table));
  });

  const configuredKey = importConfig.apiKey;
  route(app, getImportKey, () => locateSetlistfmKey(db, configuredKey));

  change(app, setImportKey, async ({ body, ...scope }) => {
    await storeSetlistfmKey(scope, body.key, { configuredKey, now: clock() });
    return locateSetlistfmKey(scope.tx, configuredKey);
  });

  route(app, contract.listProposedChanges, () => listProposals(db));

  change(app, contract.acceptProposedChange, async ({ params: { id }, ...scope }) => {
    await acceptProposal(scope, scoring, id, clock());
    return undefined;
  });

  change(app, contract.dismissProposedChange, async ({ params: { id }, ...scope }) => {
    await dismissProposal(scope, id, clock());
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

  function readUpload(request: FastifyRequest, reply: FastifyReply) {
    const disconnectSignal = createAbortSignal(reply);
    return { readFiles: () => readUploadedFiles(request, disconnectSignal), disconnectSignal };
  }
}
