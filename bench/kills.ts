import { setTimeout as sleep } from 'node:timers/promises';
import { updatePrediction } from '#contract/predictions.ts';
import { findRunningCluster } from '#server/db/embedded/cluster.ts';
import { openUrl } from '#server/db/open.ts';
import { checkInvariants } from '#server/invariants/check.ts';
import { type Finding, findingOf } from './support/compare.ts';
import {
  cookieOf,
  type EmbeddedProduct,
  picksOf,
  startEmbeddedProduct,
  submit,
} from './support/embedded-product.ts';

const FANS = 24;
const SERVER_KILLS = 30;
const POSTGRES_KILLS = 20;

/** A fan's prediction, as the answers say: what was acknowledged last, and what was asked since. */
interface Known {
  id: string;
  acknowledged: string;
  unanswered: Set<string>;
  count: number;
}

/**
 * 24 fans change their predictions without a pause while the server is killed 30 times and its
 * PostgreSQL 20 times: how many acknowledged changes the database does not have, which must be none,
 * and all invariants hold at the end.
 */
export async function kills(): Promise<Finding> {
  const product = await startEmbeddedProduct(FANS);
  try {
    const fans = await Promise.all(Array.from({ length: FANS }, (_, fan) => begin(product, fan)));
    let lost = 0;
    for (let kill = 0; kill < SERVER_KILLS + POSTGRES_KILLS; kill += 1) {
      await whileWriting(product, fans, async () => {
        await sleep(100 + Math.random() * 400);
        if (kill % 5 < 3) await product.kill();
        else process.kill(product.postmaster(), 'SIGKILL');
      });
      if (kill % 5 < 3) await product.startAgain();
      else await answersAgain(product);
      lost += await countLost(product, fans);
    }
    await holdInvariants(product);
    const acknowledged = fans.reduce((sum, { count }) => sum + count, 0);
    console.error(`${SERVER_KILLS + POSTGRES_KILLS} kills, ${acknowledged} acknowledged changes`);
    return findingOf({
      bench: 'kills',
      unit: 'lost changes',
      ours: lost,
      baseline: 1,
      bar: { atMost: 0 },
    });
  } finally {
    await product.close();
  }
}

async function begin(product: EmbeddedProduct, fan: number): Promise<Known> {
  const status = await submit(product, fan);
  if (status !== 201) throw new Error(`The first submission answered ${status}`);
  const [row] = await product.query<{ id: string }>(
    `select predictions.id from predictions join users on users.id = user_id where username = $1`,
    [`fan${fan}`],
  );
  const acknowledged = picksOf(product, fan).join();
  return { id: row?.id ?? '', acknowledged, unanswered: new Set(), count: 1 };
}

/** All fans write, one change after the other, until the product has been killed. */
async function whileWriting(
  product: EmbeddedProduct,
  fans: readonly Known[],
  kill: () => Promise<void>,
): Promise<void> {
  let isOver = false;
  const writers = fans.map(async (known, fan) => {
    while (!isOver) await change(product, known, fan);
  });
  await kill();
  isOver = true;
  await Promise.all(writers);
}

async function change(product: EmbeddedProduct, known: Known, fan: number): Promise<void> {
  const songIds = picksOf(product, Math.floor(Math.random() * 1000));
  const asked = songIds.join();
  known.unanswered.add(asked);
  const answer = await fetch(product.url + updatePrediction.path.replace('{id}', known.id), {
    method: updatePrediction.method,
    headers: { cookie: cookieOf(fan), 'content-type': 'application/json' },
    body: JSON.stringify({ songIds }),
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  if (answer?.status === 200) {
    known.acknowledged = asked;
    known.unanswered.clear();
    known.count += 1;
  } else if (answer && answer.status !== 503) {
    throw new Error(`A change answered ${answer.status}: ${await answer.text()}`);
  } else await sleep(10);
  await answer?.arrayBuffer().catch(() => undefined);
}

async function answersAgain(product: EmbeddedProduct): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(20)) {
    const answer = await fetch(`${product.url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error('The product did not come back within 30 seconds');
}

/** What is stored must be the last acknowledged list, or one that was asked for after it. */
async function countLost(product: EmbeddedProduct, fans: readonly Known[]): Promise<number> {
  const rows = await product.query<{ id: string; picks: string }>(
    `select prediction_id as id, string_agg(song_id::text, ',' order by position) as picks
     from prediction_songs group by prediction_id`,
  );
  const stored = new Map(rows.map(({ id, picks }) => [id, picks]));
  let lost = 0;
  for (const known of fans) {
    const picks = stored.get(known.id) ?? '';
    if (picks !== known.acknowledged && !known.unanswered.has(picks)) lost += 1;
    known.acknowledged = picks;
    known.unanswered.clear();
  }
  return lost;
}

async function holdInvariants(product: EmbeddedProduct): Promise<void> {
  const { db, close } = await openUrl((await findRunningCluster(product.dataDir)) ?? '', 2);
  try {
    const broken = (await checkInvariants(db)).filter(({ rows }) => rows.length > 0);
    if (broken.length > 0) throw new Error(`Broken: ${JSON.stringify(broken)}`);
  } finally {
    await close();
  }
}
