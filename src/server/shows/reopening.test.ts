import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { ShowStatus } from '#contract/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { findLastAuditRecord, ok, planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let latecomer: Caller;
let [ember = '', fathom = '']: string[] = [];
let showId: string;
let bystanderId: string;
let lockAt: number;
let predictionId: string;

const NEEDS_CHOICE =
  'Fans have already seen the predictions for this show. Choose whether to freeze or void them.';

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [fan, rival, latecomer] = [
    await app.signUp('Ada Lamplight'),
    await app.signUp('Ben Hollow'),
    await app.signUp('Cy Latecomer'),
  ];
  [ember = '', fathom = ''] = await tour.addSongs('Ember', 'Fathom');
});
afterAll(() => app.close());

beforeEach(async () => {
  lockAt = app.clock.now + HOUR;
  const date = new Date(lockAt + HOUR);
  [showId, bystanderId] = [await tour.addShow({ date }), await tour.addShow({ date })];
  ({ id: predictionId } = await tour.predict(fan, showId, [ember, fathom]));
  await tour.predict(rival, showId, [fathom]);
  for (const caller of [fan, rival]) await tour.predict(caller, bystanderId, [ember]);
});

const patchShow = (fields: object) => app.admin.patch(`/api/shows/${showId}`, fields);
const patchStatus = (status: ShowStatus, predictions?: string) =>
  app.admin.patch(`/api/shows/${showId}/status`, { status, predictions });
const readShow = async () => ok(await app.admin.get(`/api/shows/${showId}`)).json();
const countSeen = async () =>
  ok(await app.admin.get(`/api/shows/${showId}/reopening`)).json().predictions;
const readPredictions = async (caller: Caller) =>
  ok(await caller.get('/api/predictions/my-predictions'))
    .json()
    .filter((prediction: { showId: string }) => [showId, bystanderId].includes(prediction.showId));
const hoursAhead = (hours: number) => new Date(app.clock.now + hours * HOUR).toISOString();

const REOPENINGS: [string, () => Promise<unknown>, (predictions?: string) => object][] = [
  [
    'a show that went live too early',
    () => tour.setStatus(showId, 'live'),
    (predictions) => ({ status: 'open', predictions }),
  ],
  [
    'a closed show',
    () => tour.setStatus(showId, 'closed'),
    (predictions) => ({ status: 'open', predictions }),
  ],
  [
    'a show whose lock passed without any request',
    async () => {
      app.clock.now = lockAt;
    },
    (predictions) => ({ date: hoursAhead(30), predictions }),
  ],
  [
    'a show whose lock time alone moves ahead',
    async () => {
      app.clock.now = lockAt;
    },
    (predictions) => ({ locksAt: hoursAhead(0.5), predictions }),
  ],
  [
    'a show that was postponed after its lock',
    async () => {
      app.clock.now = lockAt;
      await tour.setStatus(showId, 'postponed');
    },
    (predictions) => ({ date: hoursAhead(30), predictions }),
  ],
  [
    'a show that was cancelled while live',
    async () => {
      for (const status of ['live', 'cancelled'] as const) await tour.setStatus(showId, status);
    },
    (predictions) => ({ status: 'open', predictions }),
  ],
];

const reopen = (body: object) =>
  'status' in body
    ? app.admin.patch(`/api/shows/${showId}/status`, body)
    : app.admin.patch(`/api/shows/${showId}`, body);

describe.each(REOPENINGS)('reopening %s', (_, prepare, body) => {
  test('without a choice freezes the predictions if only the status is sent, and is rejected otherwise', async () => {
    await prepare();
    if ('status' in body()) {
      const response = await reopen(body());
      expect(response.json()).toMatchObject({ status: 'open', arePredictionsFrozen: true });
      return;
    }
    const [show, predictions] = [await readShow(), await readPredictions(fan)];
    const audit = await findLastAuditRecord(app);
    const response = await reopen(body());
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ message: NEEDS_CHOICE, code: 'reopening-choice' });
    expect([await readShow(), await readPredictions(fan)]).toEqual([show, predictions]);
    expect(await findLastAuditRecord(app)).toEqual(audit);
    expect(await countSeen()).toBe(2);
  });

  test('with frozen predictions keeps them and accepts no changes', async () => {
    await prepare();
    const response = await reopen(body('freeze'));
    expect(response.json()).toMatchObject({ status: 'open', arePredictionsFrozen: true });
    const edit = await fan.patch(`/api/predictions/${predictionId}`, { songIds: [ember] });
    const submission = await latecomer.post('/api/predictions', { showId, songIds: [ember] });
    for (const { statusCode, json } of [edit, submission])
      expect([statusCode, json().message]).toEqual([409, 'Predictions are closed for this show']);
    const prediction = ok(await fan.get(`/api/predictions/${predictionId}`)).json();
    expect(prediction.songs).toMatchObject([{ id: ember }, { id: fathom }]);
    const sheet = await latecomer.get(`/api/fans/Ada%20Lamplight/shows/${showId}`);
    expect(sheet.json().sheet.picks).toHaveLength(2);
    expect(await findLastAuditRecord(app)).toMatchObject({
      after: expect.objectContaining({ predictions: 'freeze' }),
    });
  });

  test('with void predictions discards them all, and everyone may predict again', async () => {
    await prepare();
    const bystanders = (await readPredictions(rival)).filter(
      (prediction: { showId: string }) => prediction.showId === bystanderId,
    );
    const response = await reopen(body('void'));
    expect(response.json()).toMatchObject({ status: 'open', arePredictionsFrozen: false });
    expect(await readPredictions(rival)).toEqual(bystanders);
    expect(await findLastAuditRecord(app)).toMatchObject({
      after: expect.objectContaining({ predictions: 'void', voidedPredictions: 2 }),
    });
    for (const caller of [fan, latecomer]) await tour.predict(caller, showId, [fathom]);
    const readVoided = async (caller: Caller) =>
      ok(await caller.get('/api/predictions/voided'))
        .json()
        .map((voided: { showId: string }) => voided.showId);
    expect([await readVoided(fan), await readVoided(latecomer)]).toEqual([[], []]);
    expect(await readVoided(rival)).toContain(showId);
  });
});

describe('no choice is needed', () => {
  const cases: [string, () => Promise<unknown>][] = [
    [
      'for a show that was postponed before its lock',
      async () => {
        await tour.setStatus(showId, 'postponed');
        app.clock.now = lockAt + HOUR;
        return ok(await patchShow({ date: hoursAhead(30) }));
      },
    ],
    [
      'for a show that was cancelled before its lock',
      async () => {
        await tour.setStatus(showId, 'cancelled');
        return ok(await patchStatus('open'));
      },
    ],
    ['before the lock', async () => ok(await patchShow({ date: hoursAhead(30) }))],
    [
      'for a corrected date after which predictions stay locked',
      async () => {
        app.clock.now = lockAt;
        return ok(await patchShow({ date: hoursAhead(0.75) }));
      },
    ],
    [
      'for a live show that gets a later date',
      async () => {
        await tour.setStatus(showId, 'live');
        return ok(await patchShow({ date: hoursAhead(30) }));
      },
    ],
    [
      'for a closed show that reopens after its lock',
      async () => {
        await tour.setStatus(showId, 'closed');
        app.clock.now = lockAt;
        return ok(await patchStatus('open'));
      },
    ],
    [
      'for a change of other fields',
      async () => {
        app.clock.now = lockAt;
        return ok(await patchShow({ name: 'Barn Night II' }));
      },
    ],
  ];

  test.each(cases)('%s', async (_, run) => {
    await run();
    expect((await readShow()).arePredictionsFrozen).toBe(false);
    expect(await readPredictions(fan)).toHaveLength(2);
  });

  test('for a show without predictions, and the first one may be changed', async () => {
    showId = await tour.addShow({ date: new Date(lockAt + HOUR) });
    await tour.setStatus(showId, 'live');
    expect(await countSeen()).toBe(0);
    await tour.setStatus(showId, 'open');
    const { id } = await tour.predict(fan, showId, [ember]);
    ok(await fan.patch(`/api/predictions/${id}`, { songIds: [fathom] }));
    app.clock.now = lockAt - 1;
    await tour.setStatus(showId, 'cancelled');
    await tour.setStatus(showId, 'open');
  });

  test.each(['freeze', 'void'])('and an unneeded one is ignored: %s', async (predictions) => {
    ok(await patchShow({ date: hoursAhead(30), predictions }));
    ok(await patchStatus('cancelled', predictions));
    ok(await patchStatus('open', predictions));
    ok(await fan.patch(`/api/predictions/${predictionId}`, { songIds: [ember] }));
    expect(JSON.stringify(await findLastAuditRecord(app))).not.toContain(predictions);
  });
});

test.each(['thaw', '', null, true])('rejects the choice %j', async (predictions) => {
  await tour.setStatus(showId, 'live');
  for (const response of [
    await app.admin.patch(`/api/shows/${showId}/status`, { status: 'open', predictions }),
    await patchShow({ date: hoursAhead(30), predictions }),
  ]) {
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toBe('Predictions must be either freeze or void');
  }
});
